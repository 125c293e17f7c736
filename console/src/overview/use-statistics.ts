import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Statistics } from "@weft/client";
import { useWeft } from "../session/session.ts";

export type StatisticsId =
  | "get-statistics-changes"
  | "get-statistics-loads"
  | "get-statistics-processes"
  | "get-statistics-webhooks"
  | "get-statistics-consumers"
  | "get-statistics-rate";

export interface StatisticsQuery {
  readonly from: string;
  readonly to?: string;
  readonly by: Statistics["by"];
}

const againMs = 30_000;

/** Numbers over time; days start in the user's time zone. */
export function useStatistics(id: StatisticsId, query: StatisticsQuery): UseQueryResult<Statistics> {
  const weft = useWeft();
  return useQuery({
    queryKey: ["statistics", id, query],
    queryFn: ({ signal }) => weft.call(id, { query: { ...query, timeZone } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  });
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
