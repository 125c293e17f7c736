import { Button, Switch, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { ArrivedButton, useReleased } from "./arrived-button.tsx";
import { type ChangeFilters, countFilters, criteriaOf, criteriaWithoutTimes } from "./change-filters.ts";
import { ChangeList } from "./change-list.tsx";
import { ChangeTabs } from "./change-tabs.tsx";
import { ChangesChart } from "./changes-chart.tsx";
import { ExportButton } from "./export-button.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { useChanges } from "./use-changes.ts";
import { useLiveChanges } from "./use-live-changes.ts";

const route = getRouteApi("/shell/changes");
const minuteMs = 60_000;

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
  return Math.floor(Date.now() / minuteMs) * minuteMs;
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
