import { Card, Group, Text } from "@mantine/core";
import { intervalOf } from "../overview/chart-range.ts";
import { changeSeries } from "../overview/statistics-series.ts";
import { useStatistics } from "../overview/use-statistics.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { TimeChart, TimeChartSkeleton } from "../ui/time-chart.tsx";
import type { ChangeFilters } from "./change-filters.ts";
import { kindWord } from "./change-labels.ts";
import { chartTimesOf } from "./change-times.ts";

const height = 120;

/** The number of changes over time. It supports only kinds: other filters do not apply, and it says so. */
export function ChangesChart({ filters, nowMs }: { readonly filters: ChangeFilters; readonly nowMs: number }) {
  const times = chartTimesOf(filters, nowMs);
  const query = useStatistics("get-statistics-changes", { ...times, by: intervalOf(times, nowMs) });
  const kind = filters.entityType?.split(":")[0] ?? filters.entityReference?.split(":")[0];
  const hasTime = filters.range !== undefined || filters.from !== undefined || filters.to !== undefined;
  const label = `Changes per ${query.data?.by ?? "day"}${hasTime ? "" : ", last 30 days"}`;
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" gap={4} mb={4}>
        <Text size="sm" fw={600} component="h2">
          {label}
        </Text>
        <Text size="xs" c="dimmed">
          {kind === undefined ? "All changes, by entity type" : `All changes of ${kindWord(kind).toLowerCase()}`}
        </Text>
      </Group>
      {query.error !== null && <ErrorNote error={query.error} />}
      {query.isPending && <TimeChartSkeleton height={height} />}
      {query.data !== undefined && (
        <TimeChart
          label={label}
          kind="bars"
          unit="changes"
          height={height}
          bucket={query.data.by}
          series={changeSeries(query.data).filter(({ key }) => kind === undefined || key === kind)}
        />
      )}
    </Card>
  );
}
