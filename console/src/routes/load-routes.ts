import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readLoadSearch, readLoadsSearch, readNewLoadSearch } from "../loader/load-search.ts";
import { shellRoute } from "./root-route.tsx";

const loadsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/loads",
  validateSearch: readLoadsSearch,
  component: lazyRouteComponent(() => import("../loader/loads-page.tsx"), "LoadsPage"),
});

const newLoadRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/loads/new",
  validateSearch: readNewLoadSearch,
  component: lazyRouteComponent(() => import("../loader/new-load-page.tsx"), "NewLoadPage"),
});

const loadRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/loads/$id",
  validateSearch: readLoadSearch,
  component: lazyRouteComponent(() => import("../loader/load-page.tsx"), "LoadPage"),
});

export const loadRoutes = [loadsRoute, newLoadRoute, loadRoute] as const;
