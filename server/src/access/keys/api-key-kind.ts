import type { apiKeyOperations } from "@weft/contract";
import type { z } from "zod";
import type { EntityKind } from "../../kinds/entity-kind.ts";
import type { AccessServices } from "../access-services.ts";
import { announceAccess } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { type ApiKeyRow, deleteApiKey, findApiKey, lockApiKey } from "./api-key-store.ts";
import { type ApiKeyDraft, issueApiKey, requireAdministratorForRate, updateApiKey } from "./change-api-key.ts";
import { isReachable, listReachableApiKeys, ownerFor, requireKeyHolder } from "./credential-owners.ts";
import { requireProjects } from "./require-projects.ts";

type Create = z.output<typeof apiKeyOperations.create.body>;
type Update = z.output<typeof apiKeyOperations.update.body>;

/** Administrators manage every key of the org, users their own. */
export function apiKeyKind({
  bus,
  caps,
  findProjects,
}: Pick<AccessServices, "bus" | "caps" | "findProjects">): EntityKind<Create, Update> {
  return {
    name: "api-key",
    plural: "api-keys",
    hasHistory: false,
    audit: {
      as: "api-key",
      personalFields: ["allowedAddresses"],
      subjectOf: ({ userId }) => (typeof userId === "string" ? userId : undefined),
    },
    shapesWrites: false,
    requireRight: (caller, _verb, id) => requireKeyHolder(caller, id),
    list: async (db, caller) => (await listReachableApiKeys(db, caller)).map(presentApiKey),
    find: async (db, caller, id) => presentReachable(caller, await findApiKey(db, caller.org.id, id)),
    lock: async (tx, caller, id) => presentReachable(caller, await lockApiKey(tx, caller.org.id, id)),
    async create(tx, caller, body) {
      await requireProjects(findProjects, tx, caller.org.id, { rights: body.rights });
      const { row, apiKey } = await issueApiKey(tx, caller.org.id, draftOf(caller, body, caps.apiKeysMax));
      return { document: presentApiKey(row), shownOnce: { apiKey } };
    },
    async update(tx, caller, { before, body }) {
      await requireProjects(findProjects, tx, caller.org.id, { rights: body.rights, before });
      return presentApiKey(await updateApiKey(tx, caller, before.id, body));
    },
    // Every administrator may revoke every credential of the org.
    remove: (tx, caller, { id }) => deleteApiKey(tx, caller.org.id, id),
    announce: () => announceAccess(bus),
  };
}

function draftOf(caller: Caller, body: Create, keysMax: number): ApiKeyDraft {
  const owner = ownerFor(caller, body);
  requireAdministratorForRate(caller, body.ratePerSecond ?? null, null);
  return {
    owner,
    label: body.label,
    preset: body.preset,
    rights: body.rights,
    ratePerSecond: body.ratePerSecond,
    allowedAddresses: body.allowedAddresses ?? [],
    expiresOn: body.expiresOn === undefined ? undefined : new Date(body.expiresOn),
    issuer: { type: "caller", caller, keysMax },
  };
}

function presentReachable(caller: Caller, key: ApiKeyRow | undefined) {
  return key !== undefined && isReachable(caller, key) ? presentApiKey(key) : undefined;
}

/** A key as callers see it, without its secret. */
export function presentApiKey(key: ApiKeyRow) {
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
    allowedAddresses: key.allowed_addresses,
    expiresOn: key.expires_on?.toISOString() ?? null,
    revokedOn: key.revoked_on?.toISOString() ?? null,
    lastUsedOn: key.last_used_on?.toISOString() ?? null,
    createdById: key.created_by_id,
    createdOn: key.created_on.toISOString(),
    updatedOn: key.updated_on.toISOString(),
    version: key.version,
  };
}
