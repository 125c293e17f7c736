import { SimpleGrid } from "@mantine/core";
import type { Statistics } from "@weft/client";
import { ChartCard } from "./chart-card.tsx";
import type { ChartRange } from "./chart-range.ts";
import { ConsumerCard } from "./consumer-card.tsx";
import { changeSeries, outcomeSeries, rateSeries } from "./statistics-series.ts";
import type { StatisticsQuery } from "./use-statistics.ts";

const numbers = new Intl.NumberFormat("en");
const outcomes = { completed: "teal", failed: "red", canceled: "gray" };
const calls = { delivered: "teal", failed: "red" };

interface OverviewChartsProps {
  readonly range: ChartRange;
  readonly query: StatisticsQuery;
}

export function OverviewCharts({ range, query }: OverviewChartsProps) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <ChartCard
        title="Changes"
        id="get-statistics-changes"
        query={query}
        unit="changes"
        seriesOf={changeSeries}
        noteOf={({ totals }) => report(totals, ["create", "created"], ["update", "changed"], ["delete", "deleted"])}
        link={{ to: "/changes", search: { range } }}
      />
      <ChartCard
        title="Loads"
        id="get-statistics-loads"
        query={query}
        unit="loads"
        seriesOf={(statistics) => outcomeSeries(statistics, outcomes)}
        noteOf={({ totals }) => report(totals, ["rows", "rows"], ["rowsPerSecond", "rows per second"])}
        link={{ to: "/loads" }}
      />
      <ChartCard
        title="Workflow runs"
        id="get-statistics-processes"
        query={query}
        unit="processes"
        seriesOf={(statistics) => outcomeSeries(statistics, outcomes)}
        noteOf={({ totals }) => report(totals, ["started", "started"], ["awaiting", "waiting now"])}
        link={{ to: "/processes" }}
      />
      <ChartCard
        title="Webhook calls"
        id="get-statistics-webhooks"
        query={query}
        unit="calls"
        seriesOf={(statistics) => outcomeSeries(statistics, calls)}
        noteOf={({ totals }) => report(totals, ["durationMedian", "ms median"], ["durationP95", "ms p95"])}
        link={{ to: "/deliveries" }}
      />
      <ChartCard
        title="API requests"
        id="get-statistics-rate"
        query={query}
        unit="calls"
        seriesOf={rateSeries}
        noteOf={({ totals }) => report(totals, ["calls", "calls"], ["refused", "rate limited"])}
        link={{ to: "/limits" }}
      />
      <ConsumerCard />
    </SimpleGrid>
  );
}

/** The available totals as text. */
function report(totals: Statistics["totals"], ...wanted: readonly (readonly [key: string, word: string])[]): string {
  return wanted
    .flatMap(([key, word]) => {
      const total = totals[key];
      return total === undefined ? [] : [`${numbers.format(total)} ${word}`];
    })
    .join(", ");
}
