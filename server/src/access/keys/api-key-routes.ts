import { apiKeyOperations } from "@weft/contract";
import { type Route, routesFor } from "../../platform/http/route.ts";
import type { AccessServices } from "../access-services.ts";
import { changeAccess, decodePageKey, entityTag, expectedVersion, toPage } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { type ApiKeyRow, deleteApiKey, saveApiKey } from "./api-key-store.ts";
import { type IssuedApiKey, issueApiKey, rotateApiKey } from "./issue-api-key.ts";
import { listReachableApiKeys, lockReachableApiKey, ownerFor, readApiKey } from "./own-api-keys.ts";
import { requireAdministratorForRate, updateApiKey } from "./update-api-key.ts";

const route = routesFor<Caller>();

export function apiKeyRoutes(services: AccessServices): Route[] {
  return [...verbRoutes(services), ...lifeRoutes(services)];
}

function verbRoutes(services: AccessServices): Route[] {
  const { db } = services;
  return [
    route(apiKeyOperations.list, async ({ caller, query }) => {
      const rows = await listReachableApiKeys(db, caller, decodePageKey(query.nextPageKey), query.limit + 1);
      return { status: 200, body: toPage(rows, query.limit, presentApiKey) };
    }),
    route(apiKeyOperations.create, async ({ caller, body }) => {
      const owner = ownerFor(caller, body);
      requireAdministratorForRate(caller, body.ratePerSecond);
      const draft = {
        owner,
        label: body.label,
        preset: body.preset,
        rights: body.rights,
        ratePerSecond: body.ratePerSecond,
        expiresOn: body.expiresOn === undefined ? undefined : new Date(body.expiresOn),
        createdById: caller.actor.id,
      };
      const issued = await changeAccess(services, (tx) => issueApiKey(tx, caller.org.id, draft));
      return { status: 201, ...presentIssued(issued) };
    }),
    route(apiKeyOperations.get, async ({ caller, params }) => {
      const key = await readApiKey(db, caller, params.id);
      return { status: 200, headers: entityTag(key.version), body: presentApiKey(key) };
    }),
    route(apiKeyOperations.update, async ({ caller, params, body, request }) => {
      const change = { ...body, expectedVersion: expectedVersion(request.headers) };
      const key = await changeAccess(services, (tx) => updateApiKey(tx, caller, params.id, change));
      return { status: 200, headers: entityTag(key.version), body: presentApiKey(key) };
    }),
    route(apiKeyOperations.remove, async ({ caller, params }) => {
      await changeAccess(services, async (tx) => {
        const key = await lockReachableApiKey(tx, caller, params.id);
        await deleteApiKey(tx, caller.org.id, key.id);
      });
      return { status: 204 };
    }),
  ];
}

function lifeRoutes(services: AccessServices): Route[] {
  return [
    route(apiKeyOperations.rotate, async ({ caller, params, body }) => {
      const issued = await changeAccess(services, async (tx) => {
        const key = await lockReachableApiKey(tx, caller, params.id);
        return rotateApiKey(tx, caller.org.id, key, { ...body, createdById: caller.actor.id });
      });
      return { status: 201, ...presentIssued(issued) };
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

function presentIssued({ row, apiKey }: IssuedApiKey) {
  return {
    headers: { location: `/api/api-keys/${row.id}`, "cache-control": "no-store", ...entityTag(row.version) },
    body: { ...presentApiKey(row), apiKey },
  };
}

function presentApiKey(key: ApiKeyRow) {
  return {
    id: key.id,
    entityType: "api-key" as const,
    typePath: "api-key" as const,
    label: key.label,
    appId: key.app_id,
    userId: key.user_id,
    secretHint: key.secret_hint,
    preset: key.preset,
    rights: key.rights,
    ratePerSecond: key.rate_per_second,
    expiresOn: key.expires_on?.toISOString() ?? null,
    revokedOn: key.revoked_on?.toISOString() ?? null,
    lastUsedOn: key.last_used_on?.toISOString() ?? null,
    createdById: key.created_by_id,
    createdOn: key.created_on.toISOString(),
    updatedOn: key.updated_on.toISOString(),
    version: key.version,
  };
}
