import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { readChangeFilters } from "./change-filters.ts";

const changesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/changes",
  validateSearch: readChangeFilters,
  component: lazyRouteComponent(() => import("./changes-page.tsx"), "ChangesPage"),
});

const changeSetRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/changes/$changeSetId",
  component: lazyRouteComponent(() => import("./change-set-page.tsx"), "ChangeSetPage"),
});

const consumersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/consumers",
  component: lazyRouteComponent(() => import("./consumers-page.tsx"), "ConsumersPage"),
});

export const changeRoutes = [changesRoute, changeSetRoute, consumersRoute] as const;
