import { Anchor, Card, Group, Progress, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ChangeConsumer, Statistics } from "@weft/client";
import type { ReactNode } from "react";
import { describeLag } from "../changes/describe-lag.ts";
import {
  changeSeries,
  type KeyedSeries,
  outcomeSeries,
  rateSeries,
  type StatisticsId,
  type StatisticsQuery,
  useStatistics,
} from "../changes/statistics.ts";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import type { ChartRange } from "../ui/chart/chart-range.ts";
import { isRefused } from "../ui/describe-error.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { formatNumber } from "../ui/format.ts";
import { Loaded, SkeletonRows } from "../ui/loaded.tsx";
import { TimeChart, TimeChartSkeleton } from "../ui/time-chart.tsx";

const outcomes = { completed: "teal", failed: "red", canceled: "gray" };
const calls = { delivered: "teal", failed: "red" };

interface OperationsChartsProps {
  readonly range: ChartRange;
  readonly query: StatisticsQuery;
}

export function OperationsCharts({ range, query }: OperationsChartsProps) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: "start" }}>
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
      return total === undefined ? [] : [`${formatNumber(total)} ${word}`];
    })
    .join(", ");
}

interface ChartCardProps {
  readonly title: string;
  readonly id: StatisticsId;
  readonly query: StatisticsQuery;
  readonly unit: string;
  readonly seriesOf: (statistics: Statistics) => KeyedSeries[];
  /** A note about the numbers. */
  readonly noteOf?: (statistics: Statistics) => ReactNode;
  readonly link: LinkProps;
}

const height = 160;

/** A chart with its title. Hidden from users who may not see the numbers. */
function ChartCard({ title, id, query, unit, seriesOf, noteOf, link }: ChartCardProps) {
  const statistics = useStatistics(id, query);
  if (isRefused(statistics.error)) return null;
  const { data } = statistics;
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} size="h5">
          <Anchor inherit c="inherit" renderRoot={(props) => <Link {...props} {...link} />}>
            {title}
          </Anchor>
        </Title>
        {data !== undefined && noteOf !== undefined && (
          <Text size="xs" c="dimmed" className="numbers">
            {noteOf(data)}
          </Text>
        )}
      </Group>
      {data !== undefined && (
        <TimeChart label={title} kind="bars" unit={unit} height={height} bucket={data.by} series={seriesOf(data)} />
      )}
      {data === undefined && statistics.error !== null && <ErrorNote error={statistics.error} />}
      {statistics.isPending && <TimeChartSkeleton height={height} />}
    </Card>
  );
}

const againMs = 10_000;
const shownMax = 6;

/** The current lag of each consumer. Past values are not stored. */
function ConsumerCard() {
  const weft = useWeft();
  const query = useQuery({
    queryKey: queryKeys.changes.consumers(),
    queryFn: ({ signal }) => weft.changes.consumers.list({ limit: 1000, signal }),
    refetchInterval: againMs,
  });
  if (isRefused(query.error)) return null;
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} size="h5">
          <Anchor inherit c="inherit" renderRoot={(props) => <Link {...props} to="/consumers" />}>
            Change consumers
          </Anchor>
        </Title>
        <Text size="xs" c="dimmed">
          Current lag
        </Text>
      </Group>
      <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
        {({ results }) => <Lags consumers={results} />}
      </Loaded>
    </Card>
  );
}

function Lags({ consumers }: { readonly consumers: readonly ChangeConsumer[] }) {
  if (consumers.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No consumers yet.{" "}
        <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to="/consumers" />}>
          How to create a consumer
        </Anchor>
      </Text>
    );
  }
  const worst = Math.max(1, ...consumers.map(({ lag }) => lag));
  const shown = [...consumers].sort((a, b) => b.lag - a.lag).slice(0, shownMax);
  return (
    <Stack gap="sm">
      {shown.map((consumer) => (
        <div key={consumer.name}>
          <Group justify="space-between" gap="xs" mb={4}>
            <Text size="sm" fw={550}>
              {consumer.name}
            </Text>
            <Text size="xs" c="dimmed" className="numbers">
              {describeLag(consumer, Date.now())}
            </Text>
          </Group>
          <Progress
            value={(consumer.lag / worst) * 100}
            color={consumer.lag === 0 ? "teal" : "orange"}
            size="sm"
            aria-label={`${consumer.name} is behind`}
          />
        </div>
      ))}
    </Stack>
  );
}
