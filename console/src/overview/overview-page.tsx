import { Anchor, Card, Group, List, SegmentedControl, SimpleGrid, Text, ThemeIcon, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, type LinkProps } from "@tanstack/react-router";
import type { Weft } from "@weft/client";
import { useMemo } from "react";
import { queryKeys } from "../query-keys.ts";
import { useSession, useWeft } from "../session/session.ts";
import { type ChartRange, chartRangeLabels, chartRanges, startOf } from "../ui/chart/chart-range.ts";
import { isRefused } from "../ui/describe-error.ts";
import { ErrorState } from "../ui/error-note.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { SkeletonRows } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { failuresOf, waitsOf } from "./attention.ts";
import { greet } from "./greet.ts";
import { NoticeList } from "./notice-list.tsx";
import { OverviewCharts } from "./overview-charts.tsx";
import { StatRow } from "./stat-row.tsx";
import { useAttention, useOrigins } from "./use-attention.ts";

const route = getRouteApi("/shell/");
/** The subject is looked up for this many. */
const tasksMax = 8;

/** What a user wants to know first. */
export function OverviewPage() {
  const { who } = useSession();
  const { range = "7d" } = route.useSearch();
  const navigate = route.useNavigate();
  const isNew = useIsNew();
  const isFilled = isNew === false;
  return (
    <PageFrame
      title="Overview"
      description={`${greet(who.actor.name, new Date().getHours())} Organization: ${who.org.name}.`}
      actions={
        isFilled && (
          <SegmentedControl
            size="xs"
            aria-label="Chart time range"
            data={chartRanges.map((value) => ({ value, label: chartRangeLabels[value] }))}
            value={range}
            onChange={(value) => void navigate({ search: { range: value }, replace: true, resetScroll: false })}
          />
        )
      }
    >
      {isNew === undefined && <SkeletonRows />}
      {isNew === true && <FirstSteps />}
      {isFilled && <FilledOverview range={range} />}
    </PageFrame>
  );
}

function FilledOverview({ range }: { readonly range: ChartRange }) {
  const attention = useAttention();
  // One time for the whole page, so that all parts count the same period.
  const { now, from } = useMemo(() => momentOf(range), [range]);
  const { data, error } = attention;
  const origins = useOrigins([...new Set(data?.waitingTasks.slice(0, tasksMax).map(({ processId }) => processId))]);
  const query = { from, by: range === "24h" ? "hour" : "day" } as const;
  return (
    <>
      <StatRow attention={attention} now={now} />
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void attention.refetch()} />
      ) : (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
          <NoticeList
            title="Failures"
            color="red"
            notices={data && failuresOf(data, from, Date.now())}
            empty={`No failures in the last ${chartRangeLabels[range]}.`}
          />
          <NoticeList
            title="Pending"
            color="yellow"
            notices={data && waitsOf(data, origins, Date.now())}
            empty="Nothing is pending."
          />
        </SimpleGrid>
      )}
      <OverviewCharts range={range} query={query} />
    </>
  );
}

function momentOf(range: ChartRange): { readonly now: Date; readonly from: string } {
  const now = new Date();
  return { now, from: startOf(range, now) };
}

interface Step {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly link: LinkProps;
}

const steps: readonly Step[] = [
  {
    icon: "loads",
    title: "Load the sample file",
    text: "Load a small CSV file of products. Preview the changes before they are written.",
    link: { to: "/loads/new" },
  },
  {
    icon: "entities",
    title: "Browse items",
    text: "Search, filter and edit items in a table, and see their history.",
    link: { to: "/entities/$kind", params: { kind: "items" } },
  },
  {
    icon: "webhooks",
    title: "Create a webhook",
    text: "Notify another system of changes.",
    link: { to: "/webhooks" },
  },
  {
    icon: "reference",
    title: "Read the API reference",
    text: "All operations, with examples to copy.",
    link: { to: "/reference" },
  },
];

/** Shown to an empty organization instead of empty charts. */
export function FirstSteps() {
  return (
    <Card withBorder padding="lg" maw={720}>
      <Title order={2} size="h4">
        First steps
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        No data yet. Start with one of these steps. The charts appear once there is data.
      </Text>
      <List listStyleType="none" spacing="md" aria-label="First steps" type="ordered">
        {steps.map(({ icon, title, text, link }) => (
          <List.Item key={title}>
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <ThemeIcon variant="light" size="lg" radius="md">
                <Icon name={icon} />
              </ThemeIcon>
              <div>
                <Anchor fw={550} renderRoot={(props) => <Link {...props} {...link} />}>
                  {title}
                </Anchor>
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
              </div>
            </Group>
          </List.Item>
        ))}
      </List>
    </Card>
  );
}

/** Whether the organization has no items and no loads yet. undefined until known. */
export function useIsNew(): boolean | undefined {
  const weft = useWeft();
  const query = useQuery({
    queryKey: queryKeys.overview.isNew(),
    queryFn: ({ signal }) => isNew(weft, signal),
    // An organization that had data once is not new again.
    staleTime: (found) => (found.state.data === false ? Number.POSITIVE_INFINITY : 0),
  });
  return query.error === null ? query.data : false;
}

async function isNew(weft: Weft, signal: AbortSignal): Promise<boolean> {
  try {
    const [items, loads] = await Promise.all([
      weft.entities.list({ entityName: "item", limit: 1, signal }),
      weft.entities.list({ entityName: "loader-process", limit: 1, signal }),
    ]);
    return items.results.length === 0 && loads.results.length === 0;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}
