import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readChangeFilters } from "../changes/change-filters.ts";
import { shellRoute } from "./root-route.tsx";

const changesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/changes",
  validateSearch: readChangeFilters,
  component: lazyRouteComponent(() => import("../changes/changes-page.tsx"), "ChangesPage"),
});

const changeSetRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/changes/$changeSetId",
  component: lazyRouteComponent(() => import("../changes/change-set-page.tsx"), "ChangeSetPage"),
});

const consumersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/consumers",
  component: lazyRouteComponent(() => import("../changes/consumers-page.tsx"), "ConsumersPage"),
});

export const changeRoutes = [changesRoute, changeSetRoute, consumersRoute] as const;
