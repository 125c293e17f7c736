import { Paper, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Statistics } from "@weft/client";
import { useMemo } from "react";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { Loaded, SkeletonRows } from "../../ui/loaded.tsx";
import { TimeChart } from "../../ui/time-chart.tsx";

const shown = [
  { key: "completed", name: "Completed", color: "teal" },
  { key: "failed", name: "Failed", color: "red" },
  { key: "canceled", name: "Canceled", color: "gray" },
] as const;

/** Results of runs, day by day. */
export function RunsChart() {
  const weft = useWeft();
  const statistics = useQuery({
    queryKey: queryKeys.processes.statistics(),
    queryFn: ({ signal }) => weft.call("get-statistics-processes", { query: { by: "day" } }, { signal }),
  });
  return (
    <Paper withBorder p="md" component="section" aria-label="Runs over time">
      <Title order={2} size="h5" mb="sm">
        Ended runs, last 30 days
      </Title>
      <Loaded query={statistics} skeleton={<SkeletonRows rows={4} />}>
        {(read) => <Chart statistics={read} />}
      </Loaded>
    </Paper>
  );
}

function Chart({ statistics }: { readonly statistics: Statistics }) {
  const series = useMemo(
    () =>
      shown.map(({ key, name, color }) => ({
        name,
        color,
        points: (statistics.series.find((candidate) => candidate.key === key)?.points ?? []).map(({ at, value }) => ({
          time: at,
          value: value ?? 0,
        })),
      })),
    [statistics],
  );
  return <TimeChart label="Ended runs per day" series={series} kind="bars" unit="runs" height={150} />;
}
