import { SegmentedControl, SimpleGrid } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useSession } from "../session/session.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { SkeletonRows } from "../ui/skeleton-rows.tsx";
import { failuresOf, waitsOf } from "./attention.ts";
import { type ChartRange, chartRangeLabels, chartRanges, startOf } from "./chart-range.ts";
import { FirstSteps } from "./first-steps.tsx";
import { greet } from "./greet.ts";
import { NoticeList } from "./notice-list.tsx";
import { OverviewCharts } from "./overview-charts.tsx";
import { StatRow } from "./stat-row.tsx";
import { useAttention } from "./use-attention.ts";
import { useIsNew } from "./use-is-new.ts";
import { useOrigins } from "./use-origins.ts";

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
