import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { ownAddress } from "../session/remembered.ts";
import { readText } from "../ui/read-search.ts";
import { rootRoute } from "./root-route.tsx";

interface SignInSearch {
  /** The page after the sign-in; only an address of this console. */
  readonly next?: string | undefined;
  readonly org?: string | undefined;
}

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: (search): SignInSearch => ({
    next: ownAddress(readText(search["next"])),
    org: readText(search["org"]),
  }),
  component: lazyRouteComponent(() => import("../session/sign-in-page.tsx"), "SignInPage"),
});

interface ConnectSearch {
  /** The parameters of an application's authorization request. */
  readonly request?: string | undefined;
}

export const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/connect",
  validateSearch: (search): ConnectSearch => ({ request: readText(search["request"]) }),
  component: lazyRouteComponent(() => import("../session/connect-page.tsx"), "ConnectPage"),
});
