import { Button, Card, Group, Switch, Text, VisuallyHidden } from "@mantine/core";
import { useWindowScroll } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { intervalOf } from "../ui/chart/chart-range.ts";
import { startOfMinute } from "../ui/durations.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { TimeChart, TimeChartSkeleton } from "../ui/time-chart.tsx";
import { type ChangeFilters, chartTimesOf, countFilters, criteriaOf, criteriaWithoutTimes } from "./change-filters.ts";
import { kindWord } from "./change-labels.ts";
import classes from "./change-list.module.css";
import { ChangeList } from "./change-list.tsx";
import { ChangeTabs } from "./change-tabs.tsx";
import { ExportButton } from "./export-button.tsx";
import { FilterBar } from "./filter-bar.tsx";
import type { NamedChange } from "./name-changes.ts";
import { changeSeries, useStatistics } from "./statistics.ts";
import { useChanges, useLiveChanges } from "./use-changes.ts";

const route = getRouteApi("/shell/changes");

/** All changes, newest first. */
export function ChangesPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  // A quick range counts from the minute in which it was chosen: the pages of one list belong together.
  const [nowMs, setNowMs] = useState(currentMinute);
  const apply = (change: Partial<ChangeFilters>) => {
    if ("range" in change) setNowMs(currentMinute());
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  };
  const query = { criteria: criteriaOf(filters, nowMs), source: filters.source };
  const { listing, coveredUntil } = useChanges(query);
  const mayFollow = filters.to === undefined;
  const isLive = filters.live === true && mayFollow;
  const followed = { criteria: criteriaWithoutTimes(filters), source: filters.source };
  const { arrived, error } = useLiveChanges(isLive ? coveredUntil : undefined, followed);
  const { released, held, release } = useReleased(arrived);
  return (
    <PageFrame
      title="Changes"
      description="Everything that was created, changed or deleted, by whom and from where."
      actions={
        <>
          <Switch
            label="Live"
            checked={isLive}
            disabled={!mayFollow}
            onChange={(event) => apply({ live: event.currentTarget.checked ? true : undefined })}
          />
          <ExportButton query={query} />
        </>
      }
    >
      <ChangeTabs />
      <FilterBar filters={filters} onChange={apply} rows={listing.rows} />
      <ChangesChart filters={filters} nowMs={nowMs} />
      {error !== undefined && <ErrorNote error={error} />}
      <div>
        <ArrivedButton count={held} onClick={release} />
        <ChangeList
          label="Changes"
          listing={listing}
          arrived={released}
          empty={<NoChanges isFiltered={countFilters(filters) > 0} onReset={() => void navigate({ search: {} })} />}
        />
      </div>
    </PageFrame>
  );
}

function currentMinute(): number {
  return startOfMinute(Date.now());
}

function NoChanges({ isFiltered, onReset }: { readonly isFiltered: boolean; readonly onReset: () => void }) {
  return isFiltered ? (
    <EmptyState
      icon="changes"
      title="No matching changes"
      action={
        <Button variant="default" onClick={onReset}>
          Clear filters
        </Button>
      }
    >
      Select a longer time range, or clear a filter.
    </EmptyState>
  ) : (
    <EmptyState icon="changes" title="No changes yet">
      <Text size="sm">Everything that is created, changed or deleted is recorded here.</Text>
    </EmptyState>
  );
}

/** Below this scroll position, new rows above would move the page under the reader. */
const topPx = 400;

interface Released {
  /** The changes to show. */
  readonly released: readonly NamedChange[];
  /** The number of changes held back. */
  readonly held: number;
  readonly release: () => void;
}

/** Holds back new changes while the user reads further down. */
export function useReleased(arrived: readonly NamedChange[]): Released {
  const [{ y }] = useWindowScroll();
  const [shownId, setShownId] = useState("");
  const isAtTop = y < topPx;
  const newest = arrived[0]?.record.id ?? "";
  useEffect(() => {
    if (isAtTop) setShownId(newest);
  }, [isAtTop, newest]);
  const released = arrived.filter(({ record }) => record.id <= shownId);
  const release = () => {
    setShownId(newest);
    // Instant: smooth scrolling is interrupted by the rows inserted above.
    window.scrollTo({ top: 0, behavior: "instant" });
  };
  return { released, held: arrived.length - released.length, release };
}

export function ArrivedButton({ count, onClick }: { readonly count: number; readonly onClick: () => void }) {
  const words = pluralize(count, "new change");
  return (
    <div className={classes["arrived"]}>
      <VisuallyHidden role="status">{count === 0 ? "" : words}</VisuallyHidden>
      {count > 0 && (
        <Button size="xs" radius="xl" leftSection={<Icon name="up" size={14} />} onClick={onClick}>
          {words}
        </Button>
      )}
    </div>
  );
}

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
