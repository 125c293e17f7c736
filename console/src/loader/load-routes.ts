import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { readLoadSearch, readLoadsSearch, readNewLoadSearch } from "./load-search.ts";

const loadsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/loads",
  validateSearch: readLoadsSearch,
  component: lazyRouteComponent(() => import("./loads-page.tsx"), "LoadsPage"),
});

const newLoadRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/loads/new",
  validateSearch: readNewLoadSearch,
  component: lazyRouteComponent(() => import("./new-load-page.tsx"), "NewLoadPage"),
});

const loadRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/loads/$id",
  validateSearch: readLoadSearch,
  component: lazyRouteComponent(() => import("./load-page.tsx"), "LoadPage"),
});

export const loadRoutes = [loadsRoute, newLoadRoute, loadRoute] as const;
