import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { readChoice } from "../ui/read-search.ts";
import { type ChartRange, chartRanges } from "./chart-range.ts";

interface OverviewSearch {
  /** Default: 7 days. */
  readonly range?: ChartRange | undefined;
}

const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  validateSearch: (search): OverviewSearch => ({ range: readChoice(search["range"], chartRanges) }),
  component: lazyRouteComponent(() => import("./overview-page.tsx"), "OverviewPage"),
});

export const overviewRoutes = [overviewRoute] as const;
