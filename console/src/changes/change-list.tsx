import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ErrorState } from "../ui/error-note.tsx";
import { SkeletonRows } from "../ui/loaded.tsx";
import type { ListingState } from "../ui/use-listing.ts";
import classes from "./change-list.module.css";
import { ChangeRow } from "./change-row.tsx";
import type { NamedChange } from "./name-changes.ts";

interface ChangeListProps {
  readonly label: string;
  readonly listing: ListingState<NamedChange>;
  /** What has arrived since the list was read, newest first. */
  readonly arrived?: readonly NamedChange[];
  readonly hasSetLink?: boolean;
  readonly empty: ReactNode;
}

const rowHeight = 62;
const rowsAhead = 12;
const none: readonly NamedChange[] = [];

/** Any number of changes; the list scrolls with the page, and only visible rows are in it. */
export function ChangeList({ label, listing, arrived = none, hasSetLink = true, empty }: ChangeListProps) {
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
  return (
    <>
      <VirtualRows
        label={label}
        changes={changes}
        freshCount={fresh.length}
        hasSetLink={hasSetLink}
        listing={listing}
      />
      {error !== null && <ErrorState error={error} onRetry={listing.refetch} />}
      {isFetchingMore && <SkeletonRows rows={2} height={rowHeight - 12} />}
    </>
  );
}

interface VirtualRowsProps {
  readonly label: string;
  readonly changes: readonly NamedChange[];
  readonly freshCount: number;
  readonly hasSetLink: boolean;
  readonly listing: ListingState<NamedChange>;
}

function VirtualRows({ label, changes, freshCount, hasSetLink, listing: { hasMore, fetchMore } }: VirtualRowsProps) {
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLOListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    setScrollMargin(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count: changes.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => changes[index]?.record.id ?? index,
    overscan: rowsAhead,
    scrollMargin,
  });
  const shown = virtualizer.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= changes.length - rowsAhead) fetchMore();
  }, [hasMore, last, changes.length, fetchMore]);
  return (
    <ol ref={list} className={classes["list"]} aria-label={label} style={{ height: virtualizer.getTotalSize() + 2 }}>
      {shown.map(({ index, key, start }) => {
        const change = changes[index];
        if (change === undefined) return null;
        const { id } = change.record;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-new={index < freshCount ? true : undefined}
            className={classes["row"]}
            style={{ transform: `translateY(${start - scrollMargin}px)` }}
            aria-posinset={index + 1}
            aria-setsize={hasMore ? -1 : changes.length}
          >
            <ChangeRow
              change={change}
              isOpen={openIds.has(id)}
              onToggle={() => setOpenIds((ids) => toggled(ids, id))}
              hasSetLink={hasSetLink}
            />
          </li>
        );
      })}
    </ol>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  return next.delete(id) ? next : next.add(id);
}
