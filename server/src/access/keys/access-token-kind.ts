import type { accessTokenOperations } from "@weft/contract";
import type { z } from "zod";
import { type EntityKind, presentFound } from "../../kinds/entity-kind.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { notFound } from "../../platform/errors.ts";
import type { AccessServices } from "../access-services.ts";
import { announceAccess } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { requireRight } from "../decide.ts";
import {
  type AccessTokenRow,
  deleteAccessToken,
  findAccessToken,
  listAccessTokens,
  lockAccessToken,
  saveAccessTokenLabel,
} from "./access-token-store.ts";
import { grantedBy, ownerFor, requireGrantsOfCredential } from "./credential-owners.ts";
import { issueAccessToken } from "./issue-access-token.ts";
import { requireProjects } from "./require-projects.ts";

type Create = z.output<typeof accessTokenOperations.create.body>;
type Update = z.output<typeof accessTokenOperations.update.body>;

/** Only administrators manage access tokens; a sign-in issues one without this. */
export function accessTokenKind({
  bus,
  findProjects,
}: Pick<AccessServices, "bus" | "findProjects">): EntityKind<Create, Update> {
  return {
    name: "access-token",
    plural: "access-tokens",
    hasHistory: false,
    audit: { as: "access-token" },
    shapesWrites: false,
    requireRight: (caller, verb, id) => void requireRight(caller, verb, { typePath: "access-token" }, id),
    list: async (db, caller) => (await listAccessTokens(db, caller.org.id)).map(presentAccessToken),
    find: async (db, caller, id) => presentFound(await findAccessToken(db, caller.org.id, id), presentAccessToken),
    lock: async (tx, caller, id) => presentFound(await lockAccessToken(tx, caller.org.id, id), presentAccessToken),
    async create(tx, caller, { appId, userId, label, preset, rights, taskId, expiresInSeconds }) {
      const owner = ownerFor(caller, { appId, userId });
      await requireProjects(findProjects, tx, caller.org.id, { rights });
      const draft = {
        owner,
        label,
        preset,
        rights,
        taskId,
        expiresInSeconds,
        issuer: { type: "caller", caller } as const,
      };
      const { row, accessToken } = await issueAccessToken(tx, caller.org.id, draft);
      return { document: presentAccessToken(row), shownOnce: { accessToken } };
    },
    async update(tx, caller, { before, body }) {
      // Only the label can be changed: for other rights or a later expiry, create another token.
      return body.label === undefined
        ? before
        : presentAccessToken(await relabelAccessToken(tx, caller, before.id, body.label));
    },
    // Every administrator may revoke every credential of the org.
    remove: (tx, caller, { id }) => deleteAccessToken(tx, caller.org.id, id),
    announce: () => announceAccess(bus),
  };
}

async function relabelAccessToken(tx: Transaction, caller: Caller, id: string, label: string): Promise<AccessTokenRow> {
  const token = await lockAccessToken(tx, caller.org.id, id);
  if (token === undefined) {
    throw notFound("access-token", id);
  }
  await requireGrantsOfCredential(tx, caller, grantedBy(token), "Changing this access token");
  return saveAccessTokenLabel(tx, caller.org.id, id, label);
}

function presentAccessToken(token: AccessTokenRow) {
  return {
    id: token.id,
    entityType: "access-token",
    typePath: "access-token",
    label: token.label,
    appId: token.app_id,
    userId: token.user_id,
    preset: token.preset,
    // An assistant has those of its user, by its scope. See 0042_oauth.sql for the stored ones.
    rights: token.scope === null ? token.rights : null,
    scope: token.scope,
    clientName: token.client_name,
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
