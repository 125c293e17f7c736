import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useWeft } from "../session/session.ts";
import { type ListingState, useListing } from "../ui/use-listing.ts";
import type { NamedChange } from "./name-changes.ts";
import { type ChangeQuery, type NamedChangePage, readChangePage } from "./read-change-page.ts";

interface ChangeListing {
  readonly listing: ListingState<NamedChange>;
  /** The position from which live changes are read; undefined until the first page is loaded. */
  readonly coveredUntil: string | undefined;
}

/** The matching changes, newest first. */
export function useChanges(query: ChangeQuery): ChangeListing {
  const weft = useWeft();
  const queryKey = ["changes", "list", query.criteria, query.source];
  const listing = useListing<NamedChange>({
    queryKey,
    read: (nextPageKey, signal) => readChangePage(weft, query, nextPageKey, signal),
  });
  const read = useQueryClient().getQueryData<InfiniteData<NamedChangePage>>(queryKey);
  return { listing, coveredUntil: read?.pages[0]?.coveredUntil };
}
