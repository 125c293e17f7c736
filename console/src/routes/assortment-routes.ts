import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readChoice, readText } from "../ui/read-search.ts";
import { shellRoute } from "./root-route.tsx";

const projectsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/projects",
  validateSearch: (search): Pick<ListSearch, "q"> => ({ q: readText(search["q"]) }),
  component: lazyRouteComponent(() => import("../assortments/projects-page.tsx"), "ProjectsPage"),
});

const projectRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/projects/$id",
  validateSearch: (search): ProjectSearch => ({
    tab: readChoice(search["tab"], ["assortments", "items", "workspaces", "configuration"]),
    q: readText(search["q"]),
  }),
  component: lazyRouteComponent(() => import("../assortments/project-page.tsx"), "ProjectPage"),
});

const assortmentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/assortments",
  validateSearch: (search): ListSearch => ({ q: readText(search["q"]), project: readText(search["project"]) }),
  component: lazyRouteComponent(() => import("../assortments/assortments-page.tsx"), "AssortmentsPage"),
});

const assortmentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/assortments/$id",
  validateSearch: (search): AssortmentSearch => ({
    tab: readChoice(search["tab"], ["members", "history", "configuration"]),
    q: readText(search["q"]),
    publish: readText(search["publish"]),
  }),
  component: lazyRouteComponent(() => import("../assortments/assortment-page.tsx"), "AssortmentPage"),
});

export const assortmentRoutes = [projectsRoute, projectRoute, assortmentsRoute, assortmentRoute] as const;

interface ProjectSearch {
  readonly tab?: "assortments" | "items" | "workspaces" | "configuration" | undefined;
  readonly q?: string | undefined;
}

interface AssortmentSearch {
  readonly tab?: "members" | "history" | "configuration" | undefined;
  readonly q?: string | undefined;
  /** The selected publish. */
  readonly publish?: string | undefined;
}

interface ListSearch {
  readonly q?: string | undefined;
  /** Only those of this project. */
  readonly project?: string | undefined;
}
