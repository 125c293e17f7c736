import { SegmentedControl, SimpleGrid } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { failuresOf, waitsOf } from "../overview/attention.ts";
import { NoticeList } from "../overview/notice-list.tsx";
import { useAttention, useOrigins } from "../overview/use-attention.ts";
import { ForAdministrators } from "../session/for-right.tsx";
import { type ChartRange, chartRangeLabels, chartRanges, startOf } from "../ui/chart/chart-range.ts";
import { ErrorState } from "../ui/error-note.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { OperationsCharts } from "./operations-charts.tsx";
import { StatRow } from "./stat-row.tsx";

const route = getRouteApi("/shell/operations");

/** For those who run the organization: what failed, what is pending, and how much happens. */
export function OperationsPage() {
  const { range = "7d" } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <PageFrame
      title="Operations"
      description="Failures, pending work, and activity over time."
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Chart time range"
          data={chartRanges.map((value) => ({ value, label: chartRangeLabels[value] }))}
          value={range}
          onChange={(value) => void navigate({ search: { range: value }, replace: true, resetScroll: false })}
        />
      }
    >
      <ForAdministrators what="operations">
        <Operations range={range} />
      </ForAdministrators>
    </PageFrame>
  );
}

function Operations({ range }: { readonly range: ChartRange }) {
  const attention = useAttention();
  // One time for the whole page, so that all parts count the same period.
  const { now, from } = useMemo(() => momentOf(range), [range]);
  const { data, error } = attention;
  const origins = useOrigins(data?.waitingTasks ?? []);
  const query = { from, by: range === "24h" ? "hour" : "day" } as const;
  return (
    <>
      <StatRow attention={attention} now={now} />
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void attention.refetch()} />
      ) : (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: "start" }}>
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
      <OperationsCharts range={range} query={query} />
    </>
  );
}

function momentOf(range: ChartRange): { readonly now: Date; readonly from: string } {
  const now = new Date();
  return { now, from: startOf(range, now) };
}
