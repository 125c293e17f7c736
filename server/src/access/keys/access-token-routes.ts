import { accessTokenOperations } from "@weft/contract";
import { notFound } from "../../errors.ts";
import { type Route, routesFor } from "../../platform/http/route.ts";
import type { AccessServices } from "../access-services.ts";
import { changeAccess, decodePageKey, entityTag, expectedVersion, toPage } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { requireRight } from "../decide.ts";
import { type AccessTokenRow, deleteAccessToken, findAccessToken, listAccessTokens } from "./access-token-store.ts";
import { issueAccessToken } from "./issue-access-token.ts";
import { ownerFor } from "./own-api-keys.ts";
import { renameAccessToken } from "./rename-access-token.ts";

const route = routesFor<Caller>();
const target = { typePath: "access-token" };

export function accessTokenRoutes(services: AccessServices): Route[] {
  const { db } = services;
  return [
    route(accessTokenOperations.list, async ({ caller, query }) => {
      requireRight(caller, "read", target, "list");
      const rows = await listAccessTokens(db, caller.org.id, decodePageKey(query.nextPageKey), query.limit + 1);
      return { status: 200, body: toPage(rows, query.limit, presentAccessToken) };
    }),
    route(accessTokenOperations.create, async ({ caller, body }) => {
      requireRight(caller, "create", target, "list");
      const { appId, userId, ...rest } = body;
      const { label, preset, rights, taskId, expiresInSeconds } = rest;
      const owner = ownerFor(caller, { appId, userId });
      const draft = { owner, label, preset, rights, taskId, expiresInSeconds, createdById: caller.actor.id };
      const { row, accessToken } = await changeAccess(services, (tx) => issueAccessToken(tx, caller.org.id, draft));
      return {
        status: 201,
        headers: { location: `/api/access-tokens/${row.id}`, "cache-control": "no-store", ...entityTag(row.version) },
        body: { ...presentAccessToken(row), accessToken },
      };
    }),
    route(accessTokenOperations.get, async ({ caller, params }) => {
      requireRight(caller, "read", target, params.id);
      const token = await findAccessToken(db, caller.org.id, params.id);
      if (token === undefined) {
        throw notFound("access-token", params.id);
      }
      return { status: 200, headers: entityTag(token.version), body: presentAccessToken(token) };
    }),
    route(accessTokenOperations.update, async ({ caller, params, body, request }) => {
      requireRight(caller, "update", target, params.id);
      const change = { label: body.label, expectedVersion: expectedVersion(request.headers) };
      const token = await changeAccess(services, (tx) => renameAccessToken(tx, caller.org.id, params.id, change));
      return { status: 200, headers: entityTag(token.version), body: presentAccessToken(token) };
    }),
    route(accessTokenOperations.remove, async ({ caller, params }) => {
      requireRight(caller, "delete", target, params.id);
      if (!(await changeAccess(services, (tx) => deleteAccessToken(tx, caller.org.id, params.id)))) {
        throw notFound("access-token", params.id);
      }
      return { status: 204 };
    }),
  ];
}

function presentAccessToken(token: AccessTokenRow) {
  return {
    id: token.id,
    entityType: "access-token" as const,
    typePath: "access-token" as const,
    label: token.label,
    appId: token.app_id,
    userId: token.user_id,
    preset: token.preset,
    rights: token.rights,
    taskId: token.task_id,
    expiresOn: token.expires_on.toISOString(),
    revokedOn: token.revoked_on?.toISOString() ?? null,
    lastUsedOn: token.last_used_on?.toISOString() ?? null,
    createdById: token.created_by_id,
    createdOn: token.created_on.toISOString(),
    updatedOn: token.updated_on.toISOString(),
    version: token.version,
  };
}
