import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { type ChartRange, chartRanges } from "../ui/chart/chart-range.ts";
import { readChoice } from "../ui/read-search.ts";
import { shellRoute } from "./root-route.tsx";

interface OverviewSearch {
  /** Default: 7 days. */
  readonly range?: ChartRange | undefined;
}

const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  validateSearch: (search): OverviewSearch => ({ range: readChoice(search["range"], chartRanges) }),
  component: lazyRouteComponent(() => import("../overview/overview-page.tsx"), "OverviewPage"),
});

export const overviewRoutes = [overviewRoute] as const;
