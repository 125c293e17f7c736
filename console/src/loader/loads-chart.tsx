import { Paper, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useWeft } from "../session/session.ts";
import { TimeChart } from "../ui/time-chart.tsx";

const colors: Readonly<Record<string, string>> = { completed: "teal", failed: "red", canceled: "gray" };

/** Results of recent loads. Errors are not shown: the list below matters more. */
export function LoadsChart() {
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: ["loads", "statistics"],
    queryFn: ({ signal }) => weft.call("get-statistics-loads", { query: { by: "day" } }, { signal }),
  });
  const series = useMemo(
    () =>
      (data?.series ?? []).flatMap(({ key, label, points }) => {
        const color = colors[key];
        return color === undefined
          ? []
          : [{ name: label, color, points: points.map(({ at, value }) => ({ time: at, value })) }];
      }),
    [data],
  );
  if (data === undefined) return null;
  return (
    <Paper withBorder p="md">
      <Text size="sm" fw={600} mb="xs">
        Loads per day, last 30 days
      </Text>
      <TimeChart label="Loads per day" series={series} kind="bars" unit="loads" height={120} bucket="day" />
    </Paper>
  );
}
