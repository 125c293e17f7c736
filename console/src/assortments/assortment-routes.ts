import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { readChoice, readText } from "../ui/read-search.ts";
import type { AssortmentSearch, ListSearch, ProjectSearch } from "./assortment-search.ts";

const projectsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/projects",
  validateSearch: (search): Pick<ListSearch, "q"> => ({ q: readText(search["q"]) }),
  component: lazyRouteComponent(() => import("./projects-page.tsx"), "ProjectsPage"),
});

const projectRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/projects/$id",
  validateSearch: (search): ProjectSearch => ({
    tab: readChoice(search["tab"], ["assortments", "items", "workspaces", "configuration"]),
    q: readText(search["q"]),
  }),
  component: lazyRouteComponent(() => import("./project-page.tsx"), "ProjectPage"),
});

const assortmentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/assortments",
  validateSearch: (search): ListSearch => ({ q: readText(search["q"]), project: readText(search["project"]) }),
  component: lazyRouteComponent(() => import("./assortments-page.tsx"), "AssortmentsPage"),
});

const assortmentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/assortments/$id",
  validateSearch: (search): AssortmentSearch => ({
    tab: readChoice(search["tab"], ["members", "history", "configuration"]),
    q: readText(search["q"]),
    publish: readText(search["publish"]),
  }),
  component: lazyRouteComponent(() => import("./assortment-page.tsx"), "AssortmentPage"),
});

export const assortmentRoutes = [projectsRoute, projectRoute, assortmentsRoute, assortmentRoute] as const;
