import { apiKeyOperations } from "@weft/contract";
import { entityTag } from "../../platform/http/cache-headers.ts";
import { type Route, routesFor } from "../../platform/http/route.ts";
import type { AccessServices } from "../access-services.ts";
import { changeAudited } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { presentApiKey } from "./api-key-kind.ts";
import { saveApiKey } from "./api-key-store.ts";
import { rotateApiKey } from "./change-api-key.ts";
import { lockReachableApiKey } from "./credential-owners.ts";

const route = routesFor<Caller>();

/** The operations of keys beyond those of every kind. */
export function apiKeyRoutes(services: AccessServices): Route[] {
  return [
    route(apiKeyOperations.rotate, async ({ caller, params, body, request }) => {
      const { row, apiKey } = await changeAudited(services, caller, request, async (tx, trail) => {
        const key = await lockReachableApiKey(tx, caller, params.id);
        const issuing = { ...body, caller, keysMax: services.caps.apiKeysMax };
        const rotated = await rotateApiKey(tx, caller.org.id, key, issuing);
        const after = { successorId: rotated.row.id, overlapSeconds: body.overlapSeconds };
        await trail.record({ action: "api-key.rotate", target: { type: "api-key", id: key.id }, after });
        return rotated;
      });
      return {
        status: 201,
        headers: { location: `/api/api-keys/${row.id}`, ...entityTag(row.version) },
        body: { ...presentApiKey(row), apiKey },
      };
    }),
    route(apiKeyOperations.revoke, async ({ caller, params, request }) => {
      const key = await changeAudited(services, caller, request, async (tx, trail) => {
        const found = await lockReachableApiKey(tx, caller, params.id);
        if (found.revoked_on !== null) {
          return found;
        }
        await trail.record({ action: "api-key.revoke", target: { type: "api-key", id: found.id } });
        return saveApiKey(tx, caller.org.id, { ...found, revoked_on: new Date() });
      });
      return { status: 200, headers: entityTag(key.version), body: presentApiKey(key) };
    }),
  ];
}
