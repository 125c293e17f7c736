import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { accessRoutes } from "./access/access-routes.ts";
import { assortmentRoutes } from "./assortments/assortment-routes.ts";
import { changeRoutes } from "./changes/change-routes.ts";
import { entityRoutes } from "./entities/entity-routes.ts";
import { typeRoutes } from "./entity-types/type-routes.ts";
import { loadRoutes } from "./loader/load-routes.ts";
import { overviewRoutes } from "./overview/overview-routes.ts";
import { referenceRoutes } from "./reference/reference-routes.ts";
import { rootRoute } from "./root-route.tsx";
import { signInRoute } from "./session/session-routes.ts";
import { shellRoute } from "./shell/shell-route.ts";
import { webhookRoutes } from "./webhooks/webhook-routes.ts";
import { workflowRoutes } from "./workflows/workflow-routes.ts";

/** Every page of the console. Each is loaded on first use. */
const routeTree = rootRoute.addChildren([
  signInRoute,
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
