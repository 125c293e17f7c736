import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { type ChartRange, chartRanges } from "../ui/chart/chart-range.ts";
import { readChoice } from "../ui/read-search.ts";
import { shellRoute } from "./root-route.tsx";

interface OperationsSearch {
  /** Default: 7 days. */
  readonly range?: ChartRange | undefined;
}

const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../overview/overview-page.tsx"), "OverviewPage"),
});

const operationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/operations",
  validateSearch: (search): OperationsSearch => ({ range: readChoice(search["range"], chartRanges) }),
  component: lazyRouteComponent(() => import("../operations/operations-page.tsx"), "OperationsPage"),
});

export const overviewRoutes = [overviewRoute, operationsRoute] as const;
