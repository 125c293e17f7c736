import type { UseQueryResult } from "@tanstack/react-query";
import type { ListingState } from "./use-listing.ts";

/** A list that was read at once, for the table that also shows lists page by page. */
export function wholeListing<Row>(query: UseQueryResult<readonly Row[]>): ListingState<Row> {
  const rows = query.data ?? [];
  return {
    rows,
    total: rows.length,
    isPending: query.isPending,
    error: query.error,
    hasMore: false,
    isFetchingMore: false,
    isFetching: query.isFetching,
    fetchMore: () => {},
    refetch: () => void query.refetch(),
  };
}
