import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readText } from "../ui/read-search.ts";
import { shellRoute } from "./root-route.tsx";

interface TypesSearch {
  /** Words in labels, paths and properties, or in the name of an option set. */
  readonly q?: string | undefined;
}

const typesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/types",
  validateSearch: (search): TypesSearch => ({ q: readText(search["q"]) }),
  component: lazyRouteComponent(() => import("../entity-types/types-page.tsx"), "TypesPage"),
});

const typeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/types/$id",
  component: lazyRouteComponent(() => import("../entity-types/type-page.tsx"), "TypePage"),
});

const optionSetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/option-sets",
  validateSearch: (search): TypesSearch => ({ q: readText(search["q"]) }),
  component: lazyRouteComponent(() => import("../entity-types/option-sets-page.tsx"), "OptionSetsPage"),
});

const optionSetRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/option-sets/$id",
  component: lazyRouteComponent(() => import("../entity-types/option-set-page.tsx"), "OptionSetPage"),
});

export const typeRoutes = [typesRoute, typeRoute, optionSetsRoute, optionSetRoute] as const;
