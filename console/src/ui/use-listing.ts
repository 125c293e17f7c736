import { keepPreviousData, type UseQueryResult, useInfiniteQuery } from "@tanstack/react-query";

/** One page as the service returns it. */
interface ListedPage<Row> {
  readonly results: readonly Row[];
  readonly nextPageKey?: string | undefined;
  readonly total?: number | undefined;
}

interface ListingOptions<Row> {
  /** Identifies the list with all its filters, so that another filter is another list. */
  readonly queryKey: readonly unknown[];
  readonly read: (nextPageKey: string | undefined, signal: AbortSignal) => Promise<ListedPage<Row>>;
  /** For lists with work in progress: refetches after this time, or depending on the rows. */
  readonly refetchMs?: number | undefined | ((rows: readonly Row[]) => number | undefined);
}

/** What a list shows: the rows loaded so far, and how to get more. */
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

/** A list that is loaded page by page while scrolling; while a filter changes, the previous rows stay visible. */
export function useListing<Row>({ queryKey, read, refetchMs }: ListingOptions<Row>): ListingState<Row> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: (page: ListedPage<Row>) => page.nextPageKey,
    placeholderData: keepPreviousData,
    // After scrolling far, each return to the window would reload the whole list.
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
      // A page that could not be read is retried by the user, and not on every render.
      if (query.hasNextPage && !query.isFetchingNextPage && query.error === null) void query.fetchNextPage();
    },
    refetch: () => void query.refetch(),
  };
}

const pagesReadAgain = 3;
const firstPage: string | undefined = undefined;

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
