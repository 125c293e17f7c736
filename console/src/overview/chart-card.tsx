import { Anchor, Card, Group, Text, Title } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { Statistics } from "@weft/client";
import type { ReactNode } from "react";
import { ErrorNote } from "../ui/error-note.tsx";
import { TimeChart, TimeChartSkeleton } from "../ui/time-chart.tsx";
import { isRefused } from "./is-refused.ts";
import type { KeyedSeries } from "./statistics-series.ts";
import { type StatisticsId, type StatisticsQuery, useStatistics } from "./use-statistics.ts";

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
export function ChartCard({ title, id, query, unit, seriesOf, noteOf, link }: ChartCardProps) {
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
