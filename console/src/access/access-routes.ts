import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { readChoice, readText } from "../ui/read-search.ts";
import type { KeysSearch, LimitsSearch, RolesSearch, UsersSearch } from "./access-search.ts";
import { keyFilters } from "./key-status.ts";

const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/keys",
  validateSearch: (search): KeysSearch => ({
    view: readChoice(search["view"], ["apps", "users", "tokens"]),
    show: readChoice(search["show"], keyFilters),
    q: readText(search["q"]),
  }),
  component: lazyRouteComponent(() => import("./keys-page.tsx"), "KeysPage"),
});

const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/users",
  validateSearch: (search): UsersSearch => ({ q: readText(search["q"]), role: readText(search["role"]) }),
  component: lazyRouteComponent(() => import("./users-page.tsx"), "UsersPage"),
});

const rolesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/roles",
  validateSearch: (search): RolesSearch => ({ q: readText(search["q"]) }),
  component: lazyRouteComponent(() => import("./roles-page.tsx"), "RolesPage"),
});

const ssoRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/sso",
  component: lazyRouteComponent(() => import("./sso-page.tsx"), "SsoPage"),
});

const limitsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/limits",
  validateSearch: (search): LimitsSearch => ({
    // An address reads a bare number as one.
    days: readChoice(readText(search["days"]), ["1", "7", "30", "90"]),
  }),
  component: lazyRouteComponent(() => import("./limits-page.tsx"), "LimitsPage"),
});

export const accessRoutes = [keysRoute, usersRoute, rolesRoute, ssoRoute, limitsRoute] as const;
