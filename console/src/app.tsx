import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { createQueryClient } from "./query-client.ts";
import { createConsoleRouter } from "./router.ts";
import { styleNonce } from "./style-nonce.ts";
import { resolveVariables, theme } from "./theme.ts";

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
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
