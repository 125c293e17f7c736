import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readText } from "../ui/read-search.ts";
import { shellRoute } from "./root-route.tsx";

interface ReferenceSearch {
  readonly q?: string | undefined;
  /** The id of the open operation. */
  readonly operation?: string | undefined;
}

const referenceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/reference",
  validateSearch: (search): ReferenceSearch => ({
    q: readText(search["q"]),
    operation: readText(search["operation"]),
  }),
  component: lazyRouteComponent(() => import("../reference/reference-page.tsx"), "ReferencePage"),
});

export const referenceRoutes = [referenceRoute] as const;
