import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../root-route.tsx";
import { readText } from "../ui/read-search.ts";
import { ownAddress } from "./own-address.ts";

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
  component: lazyRouteComponent(() => import("./sign-in-page.tsx"), "SignInPage"),
});
