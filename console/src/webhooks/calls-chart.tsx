import { SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Statistics } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { dayMs, minuteMs, timeBefore } from "../ui/durations.ts";
import { Loaded } from "../ui/loaded.tsx";
import { TimeChart, TimeChartSkeleton } from "../ui/time-chart.tsx";

const days = 7;

/** Calls and their duration, for all webhooks: the service counts them together. */
export function CallsChart() {
  const weft = useWeft();
  const statistics = useQuery({
    queryKey: queryKeys.webhooks.statistics(),
    queryFn: ({ signal }) => {
      const from = timeBefore(days * dayMs);
      return weft.call("get-statistics-webhooks", { query: { from, by: "hour" } }, { signal });
    },
    refetchInterval: minuteMs,
  });
  return (
    <Loaded query={statistics} skeleton={<TimeChartSkeleton />}>
      {(chart) => (
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <TimeChart
            label="Calls per hour"
            kind="bars"
            unit="calls"
            series={[
              { name: "Delivered", color: "teal", points: pointsOf(chart, "delivered") },
              { name: "Failed", color: "red", points: pointsOf(chart, "failed") },
            ]}
          />
          <TimeChart
            label="Call duration"
            kind="lines"
            unit="ms"
            series={[
              { name: "Median", color: "weft", points: pointsOf(chart, "durationMedian") },
              { name: "p95", color: "orange", points: pointsOf(chart, "durationP95") },
            ]}
          />
        </SimpleGrid>
      )}
    </Loaded>
  );
}

function pointsOf({ series }: Statistics, key: string) {
  const points = series.find((one) => one.key === key)?.points ?? [];
  return points.map(({ at, value }) => ({ time: at, value }));
}
