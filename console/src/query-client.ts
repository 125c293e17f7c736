import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "@weft/client";
import { sessionKey } from "./session/session-query.ts";

/** What was read stays fresh for a moment, so that going back and forth asks for nothing twice. */
const freshMs = 5_000;

export function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => query.queryKey[0] !== sessionKey[0] && noticeEnd(error),
    }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    // The client makes a call again itself where that may help.
    defaultOptions: { queries: { retry: false, staleTime: freshMs }, mutations: { retry: false } },
  });
  /** A session that has ended, or that another tab has replaced, is asked for anew; without one there is the sign-in. */
  function noticeEnd(error: unknown): void {
    if (error instanceof ApiError && (error.status === 401 || error.code === "csrf-token-missing")) {
      void queryClient.invalidateQueries({ queryKey: sessionKey });
    }
  }
  return queryClient;
}
