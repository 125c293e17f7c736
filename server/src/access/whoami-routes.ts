import { whoami } from "@weft/contract";
import { type Route, routesFor } from "../platform/http/route.ts";
import type { Caller } from "./caller.ts";

const route = routesFor<Caller>();

export type RateOf = (caller: Caller) => { readonly ratePerSecond: number; readonly burst: number } | undefined;

/** The credential of the request, its permissions and its rate limit. */
export function whoamiRoutes(rateOf: RateOf): Route[] {
  return [route(whoami, async ({ caller }) => ({ status: 200, body: presentCaller(caller, rateOf) }))];
}

function presentCaller(caller: Caller, rateOf: RateOf) {
  const { credential, actor } = caller;
  const rate = rateOf(caller);
  return {
    org: caller.org,
    // The token of a task is given to other systems: they need not know the address of the workflow's owner.
    actor: {
      id: actor.id,
      type: actor.type,
      name: actor.name,
      email: caller.taskId === undefined ? actor.email : undefined,
    },
    credential: {
      type: credential.type,
      id: credential.type === "session" ? undefined : credential.id,
      label: credential.label,
      expiresOn: credential.expiresOn?.toISOString(),
    },
    role: caller.role,
    isAdministrator: caller.isAdministrator,
    rights: [...caller.rights],
    taskId: caller.taskId,
    rate: rate === undefined ? null : { requestsPerSecond: rate.ratePerSecond, burst: rate.burst },
    csrfToken: caller.csrfTokens[0],
  };
}
