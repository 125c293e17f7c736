import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { AuditSearchParams, KeysSearch, LimitsSearch, RolesSearch, UsersSearch } from "../access/access-search.ts";
import { keyFilters } from "../access/key-status.ts";
import { quickRanges } from "../changes/change-filters.ts";
import { readChoice, readText } from "../ui/read-search.ts";
import { shellRoute } from "./root-route.tsx";

const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/keys",
  validateSearch: (search): KeysSearch => ({
    view: readChoice(search["view"], ["apps", "users", "tokens"]),
    show: readChoice(search["show"], keyFilters),
    q: readText(search["q"]),
  }),
  component: lazyRouteComponent(() => import("../access/keys-page.tsx"), "KeysPage"),
});

const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/users",
  validateSearch: (search): UsersSearch => ({ q: readText(search["q"]), role: readText(search["role"]) }),
  component: lazyRouteComponent(() => import("../access/users-page.tsx"), "UsersPage"),
});

const rolesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/roles",
  validateSearch: (search): RolesSearch => ({ q: readText(search["q"]) }),
  component: lazyRouteComponent(() => import("../access/roles-page.tsx"), "RolesPage"),
});

const ssoRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/sso",
  component: lazyRouteComponent(() => import("../access/sso-page.tsx"), "SsoPage"),
});

const limitsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/limits",
  validateSearch: (search): LimitsSearch => ({
    // An address parses a bare number as a number.
    days: readChoice(readText(search["days"]), ["1", "7", "30", "90"]),
  }),
  component: lazyRouteComponent(() => import("../access/limits-page.tsx"), "LimitsPage"),
});

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/audit",
  validateSearch: (search): AuditSearchParams => ({
    action: readText(search["action"]),
    outcome: readText(search["outcome"]),
    actorId: readText(search["actorId"]),
    targetId: readText(search["targetId"]),
    range: readChoice(search["range"], quickRanges),
  }),
  component: lazyRouteComponent(() => import("../access/audit-page.tsx"), "AuditPage"),
});

export const accessRoutes = [keysRoute, usersRoute, rolesRoute, ssoRoute, limitsRoute, auditRoute] as const;
