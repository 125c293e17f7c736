import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "@weft/client";
import { sessionKey } from "./session/session-query.ts";

/** Data stays fresh for a moment, so that going back and forth does not repeat requests. */
const freshMs = 5_000;

export function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => query.queryKey[0] !== sessionKey[0] && noticeEnd(error),
    }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    // The client itself retries a call where that may help.
    defaultOptions: { queries: { retry: false, staleTime: freshMs }, mutations: { retry: false } },
  });
  /** A session that ended, or that another tab replaced, is read again; without one the sign-in is shown. */
  function noticeEnd(error: unknown): void {
    if (error instanceof ApiError && (error.status === 401 || error.code === "csrf-token-missing")) {
      void queryClient.invalidateQueries({ queryKey: sessionKey });
    }
  }
  return queryClient;
}
