import { answerAuthorizationRequest, getAuthorizationRequest } from "@weft/contract";
import { type Route, routesFor } from "../../platform/http/route.ts";
import type { AccessServices } from "../access-services.ts";
import type { Caller } from "../caller.ts";
import { approveRequest, denyRequest, readAuthorizationRequest, returnOf } from "./authorization-request.ts";

const route = routesFor<Caller>();

/** What the console page asks, on which a user connects an application. */
export function authorizationRoutes(services: Pick<AccessServices, "db" | "secrets">): Route[] {
  return [
    route(getAuthorizationRequest, async ({ query, request: { origin } }) => {
      const request = readAuthorizationRequest(services.secrets, origin, query.request);
      const { client, scope } = request;
      return { status: 200, body: { clientName: client.name, returnsTo: returnOf(request), scope } };
    }),
    route(answerAuthorizationRequest, async ({ caller, body: { request: text, grant }, request: { origin } }) => {
      const request = readAuthorizationRequest(services.secrets, origin, text);
      const location =
        grant === "none"
          ? denyRequest(request, origin)
          : await approveRequest(services, { caller, request, scope: grant, origin });
      return { status: 200, body: { location } };
    }),
  ];
}
