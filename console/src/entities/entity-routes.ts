import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { readCompareSearch, readEntitySearch } from "./entity-search.ts";
import { readGridSearch } from "./grid/grid-search.ts";

const entitiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/entities/$kind",
  validateSearch: readGridSearch,
  component: lazyRouteComponent(() => import("./entities-page.tsx"), "EntitiesPage"),
});

const entityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/entities/$kind/$id",
  validateSearch: readEntitySearch,
  component: lazyRouteComponent(() => import("./entity-page.tsx"), "EntityPage"),
});

const compareRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/compare/$kind",
  validateSearch: readCompareSearch,
  component: lazyRouteComponent(() => import("./compare-page.tsx"), "ComparePage"),
});

export const entityRoutes = [entitiesRoute, entityRoute, compareRoute] as const;
