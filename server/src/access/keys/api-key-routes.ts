import { apiKeyOperations } from "@weft/contract";
import { entityTag } from "../../platform/http/entity-tags.ts";
import { type Route, routesFor } from "../../platform/http/route.ts";
import type { AccessServices } from "../access-services.ts";
import { changeAccess } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { saveApiKey } from "./api-key-store.ts";
import { rotateApiKey } from "./issue-api-key.ts";
import { lockReachableApiKey } from "./own-api-keys.ts";
import { presentApiKey } from "./present-api-key.ts";

const route = routesFor<Caller>();

/** What keys have beside the verbs of every kind. */
export function apiKeyRoutes(services: AccessServices): Route[] {
  return [
    route(apiKeyOperations.rotate, async ({ caller, params, body }) => {
      const { row, apiKey } = await changeAccess(services, async (tx) => {
        const key = await lockReachableApiKey(tx, caller, params.id);
        return rotateApiKey(tx, caller.org.id, key, { ...body, caller });
      });
      return {
        status: 201,
        headers: { location: `/api/api-keys/${row.id}`, ...entityTag(row.version) },
        body: { ...presentApiKey(row), apiKey },
      };
    }),
    route(apiKeyOperations.revoke, async ({ caller, params }) => {
      const key = await changeAccess(services, async (tx) => {
        const found = await lockReachableApiKey(tx, caller, params.id);
        return found.revoked_on === null ? saveApiKey(tx, caller.org.id, { ...found, revoked_on: new Date() }) : found;
      });
      return { status: 200, headers: entityTag(key.version), body: presentApiKey(key) };
    }),
  ];
}
