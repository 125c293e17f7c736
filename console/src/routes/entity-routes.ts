import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readCompareSearch, readEntitySearch } from "../entities/entity-search.ts";
import { readGridSearch } from "../entities/grid/grid-search.ts";
import { shellRoute } from "./root-route.tsx";

const entitiesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/entities/$kind",
  validateSearch: readGridSearch,
  component: lazyRouteComponent(() => import("../entities/grid/entities-page.tsx"), "EntitiesPage"),
});

const entityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/entities/$kind/$id",
  validateSearch: readEntitySearch,
  component: lazyRouteComponent(() => import("../entities/detail/entity-page.tsx"), "EntityPage"),
});

const compareRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/compare/$kind",
  validateSearch: readCompareSearch,
  component: lazyRouteComponent(() => import("../entities/compare/compare-page.tsx"), "ComparePage"),
});

export const entityRoutes = [entitiesRoute, entityRoute, compareRoute] as const;
