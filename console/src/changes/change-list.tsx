import { Button, Center } from "@mantine/core";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ErrorState } from "../ui/error-note.tsx";
import { SkeletonRows } from "../ui/loaded.tsx";
import type { ListingState } from "../ui/use-listing.ts";
import { ActRow } from "./act-row.tsx";
import classes from "./change-list.module.css";
import { ChangeRow } from "./change-row.tsx";
import { type ChangeAct, groupChanges } from "./group-changes.ts";
import type { NamedChange } from "./name-changes.ts";

interface ChangeListProps {
  readonly label: string;
  readonly listing: ListingState<NamedChange>;
  /** What has arrived since the list was read, newest first. */
  readonly arrived?: readonly NamedChange[];
  /** Whether the changes of a set are one entry. Not where all are of one set. */
  readonly isGrouped?: boolean;
  readonly empty: ReactNode;
}

const rowHeight = 62;
const rowsAhead = 12;
const changesMax = 2_000;
const none: readonly NamedChange[] = [];

/** Any number of changes; the list scrolls with the page, and only visible rows are in it. */
export function ChangeList({ label, listing, arrived = none, isGrouped = true, empty }: ChangeListProps) {
  const { rows, hasMore, fetchMore, isFetchingMore, error } = listing;
  // Reading the list again may include what arrived meanwhile.
  const newest = rows[0]?.record.id ?? "";
  const fresh = arrived.filter(({ record }) => record.id > newest);
  const changes = [...fresh, ...rows];
  // Pages may be empty although there are more.
  const isLooking = changes.length === 0 && hasMore && error === null;
  useEffect(() => {
    if (isLooking && !isFetchingMore) fetchMore();
  }, [isLooking, isFetchingMore, fetchMore]);
  if (listing.isPending || isLooking) return <SkeletonRows height={rowHeight - 12} />;
  if (error !== null && changes.length === 0) return <ErrorState error={error} onRetry={listing.refetch} />;
  if (changes.length === 0) return empty;
  const acts = isGrouped ? groupChanges(changes) : changes.map(actOfOne);
  return (
    <>
      <VirtualRows
        label={label}
        acts={acts}
        freshIds={new Set(fresh.map(({ record }) => record.id))}
        isGrouped={isGrouped}
        listing={listing}
      />
      {error !== null && <ErrorState error={error} onRetry={listing.refetch} />}
      {hasMore && !isFetchingMore && isHuge(acts.at(-1)) && (
        <Center mt="md">
          <Button variant="default" onClick={fetchMore}>
            Show older changes
          </Button>
        </Center>
      )}
      {isFetchingMore && <SkeletonRows rows={2} height={rowHeight - 12} />}
    </>
  );
}

interface VirtualRowsProps {
  readonly label: string;
  readonly acts: readonly ChangeAct[];
  readonly freshIds: ReadonlySet<string>;
  readonly isGrouped: boolean;
  readonly listing: ListingState<NamedChange>;
}

function VirtualRows({ label, acts, freshIds, isGrouped, listing }: VirtualRowsProps) {
  const { hasMore, fetchMore, rows } = listing;
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLOListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    setScrollMargin(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count: acts.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => acts[index]?.id ?? index,
    overscan: rowsAhead,
    scrollMargin,
  });
  const shown = virtualizer.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const isPaused = isHuge(acts.at(-1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: A page may add only to the last act.
  useEffect(() => {
    if (hasMore && !isPaused && last >= acts.length - rowsAhead) fetchMore();
  }, [hasMore, isPaused, last, acts.length, rows.length, fetchMore]);
  return (
    <ol ref={list} className={classes["list"]} aria-label={label} style={{ height: virtualizer.getTotalSize() + 2 }}>
      {shown.map(({ index, key, start }) => {
        const act = acts[index];
        if (act === undefined) return null;
        const { id } = act;
        const opening = { isOpen: openIds.has(id), onToggle: () => setOpenIds((ids) => toggled(ids, id)) };
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-new={freshIds.has(id) ? true : undefined}
            className={classes["row"]}
            style={{ transform: `translateY(${start - scrollMargin}px)` }}
            aria-posinset={index + 1}
            aria-setsize={hasMore ? -1 : acts.length}
          >
            {act.changes.length > 1 ? (
              <ActRow act={act} {...opening} />
            ) : (
              <ChangeRow change={act.lead} {...opening} hasSetLink={isGrouped} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** An act of a million changes, such as a load, is not read to its end only because its row is visible. */
function isHuge(act: ChangeAct | undefined): boolean {
  return act !== undefined && act.changes.length >= changesMax;
}

function actOfOne(change: NamedChange): ChangeAct {
  const { id, changeSetId } = change.record;
  return { id, changeSetId, lead: change, changes: [change] };
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  return next.delete(id) ? next : next.add(id);
}
