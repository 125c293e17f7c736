import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { accessRoutes } from "./routes/access-routes.ts";
import { assortmentRoutes } from "./routes/assortment-routes.ts";
import { changeRoutes } from "./routes/change-routes.ts";
import { entityRoutes } from "./routes/entity-routes.ts";
import { loadRoutes } from "./routes/load-routes.ts";
import { overviewRoutes } from "./routes/overview-routes.ts";
import { referenceRoutes } from "./routes/reference-routes.ts";
import { rootRoute, shellRoute } from "./routes/root-route.tsx";
import { connectRoute, signInRoute } from "./routes/session-routes.ts";
import { typeRoutes } from "./routes/type-routes.ts";
import { webhookRoutes } from "./routes/webhook-routes.ts";
import { workflowRoutes } from "./routes/workflow-routes.ts";

/** Every page of the console. Each is loaded on first use. */
const routeTree = rootRoute.addChildren([
  signInRoute,
  connectRoute,
  shellRoute.addChildren([
    ...overviewRoutes,
    ...entityRoutes,
    ...typeRoutes,
    ...assortmentRoutes,
    ...loadRoutes,
    ...workflowRoutes,
    ...changeRoutes,
    ...webhookRoutes,
    ...accessRoutes,
    ...referenceRoutes,
  ]),
]);

export function createConsoleRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: "intent",
    scrollRestoration: true,
    // Type paths have colons, and people read them in the address too.
    pathParamsAllowedCharacters: [":"],
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
