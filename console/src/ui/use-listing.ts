import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";

/** One page as the service answers it. */
interface ListedPage<Row> {
  readonly results: readonly Row[];
  readonly nextPageKey?: string | undefined;
  readonly total?: number | undefined;
}

interface ListingOptions<Row> {
  /** Names what is listed, with every filter, so that another filter is another list. */
  readonly queryKey: readonly unknown[];
  readonly read: (nextPageKey: string | undefined, signal: AbortSignal) => Promise<ListedPage<Row>>;
  /** For lists in which something is under way: asks again after this time; by the rows, where they tell. */
  readonly refetchMs?: number | undefined | ((rows: readonly Row[]) => number | undefined);
}

/** What a list shows: the rows that are there so far, and how to get more. */
export interface ListingState<Row> {
  readonly rows: readonly Row[];
  readonly total: number | undefined;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isFetchingMore: boolean;
  readonly isFetching: boolean;
  readonly fetchMore: () => void;
  readonly refetch: () => void;
}

/** A list that is read page by page as somebody scrolls; while a filter changes, the rows before stay to be seen. */
export function useListing<Row>({ queryKey, read, refetchMs }: ListingOptions<Row>): ListingState<Row> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: (page: ListedPage<Row>) => page.nextPageKey,
    placeholderData: keepPreviousData,
    // Whoever has scrolled far would have all of it read again each time they come back to the window.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= pagesReadAgain,
    refetchInterval: ({ state }) => {
      const rows = state.data?.pages.flatMap((page) => page.results) ?? [];
      return (typeof refetchMs === "function" ? refetchMs(rows) : refetchMs) ?? false;
    },
  });
  const pages = query.data?.pages ?? [];
  return {
    rows: pages.flatMap((page) => page.results),
    total: pages[0]?.total,
    isPending: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    isFetchingMore: query.isFetchingNextPage,
    isFetching: query.isFetching,
    fetchMore: () => {
      // A page that could not be read is asked for again by whoever sees that, and not by every rendering.
      if (query.hasNextPage && !query.isFetchingNextPage && query.error === null) void query.fetchNextPage();
    },
    refetch: () => void query.refetch(),
  };
}

const pagesReadAgain = 3;
const firstPage: string | undefined = undefined;
