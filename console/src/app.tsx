import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { ApiError } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "./query-keys.ts";
import { createConsoleRouter } from "./router.ts";
import { resolveVariables, theme } from "./theme.ts";
import { styleNonce } from "./ui/style-nonce.ts";

export function App() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(() => createConsoleRouter(queryClient));
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={resolveVariables}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-center" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Data stays fresh for a moment, so that going back and forth does not repeat requests. */
const freshMs = 5_000;

function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => query.queryKey[0] !== queryKeys.session.all()[0] && noticeEnd(error),
    }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    // The client itself retries a call where that may help.
    defaultOptions: { queries: { retry: false, staleTime: freshMs }, mutations: { retry: false } },
  });
  /** A session that ended, or that another tab replaced, is read again; without one the sign-in is shown. */
  function noticeEnd(error: unknown): void {
    if (error instanceof ApiError && (error.status === 401 || error.code === "csrf-token-missing")) {
      void queryClient.invalidateQueries({ queryKey: queryKeys.session.all() });
    }
  }
  return queryClient;
}
