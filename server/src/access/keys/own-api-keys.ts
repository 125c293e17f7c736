import { forbidden, invalidField, notFound } from "../../errors.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import type { Caller } from "../caller.ts";
import { type ApiKeyRow, findApiKey, listApiKeys, listApiKeysOfUser, lockApiKey } from "./api-key-store.ts";
import type { KeyOwner } from "./issue-api-key.ts";

/** Administrators reach every key of the org, users their own, everybody else none. */
export async function readApiKey(db: Database, caller: Caller, id: string): Promise<ApiKeyRow> {
  return requireReachable(await findApiKey(db, caller.org.id, id), caller, id);
}

export async function lockReachableApiKey(tx: Transaction, caller: Caller, id: string): Promise<ApiKeyRow> {
  return requireReachable(await lockApiKey(tx, caller.org.id, id), caller, id);
}

export async function listReachableApiKeys(
  db: Database,
  caller: Caller,
  after: string,
  limit: number,
): Promise<ApiKeyRow[]> {
  if (caller.isAdministrator) {
    return listApiKeys(db, caller.org.id, after, limit);
  }
  requireUserOfOwnKeys(caller);
  return listApiKeysOfUser(db, caller.org.id, { userId: caller.actor.id, after, limit });
}

/** Whom a new key is for: the app or user named, or the caller. */
export function ownerFor(caller: Caller, body: { appId?: string | undefined; userId?: string | undefined }): KeyOwner {
  if (!caller.isAdministrator) {
    requireUserOfOwnKeys(caller);
  }
  if (body.appId !== undefined && body.userId !== undefined) {
    throw invalidField("#/userId", "Give either appId or userId, not both.");
  }
  if (body.appId === undefined && body.userId === undefined) {
    return { type: caller.actor.type, id: caller.actor.id };
  }
  const owner: KeyOwner =
    body.appId === undefined ? { type: "user", id: body.userId ?? "" } : { type: "app", id: body.appId };
  if (!caller.isAdministrator && !isOwn(caller, owner)) {
    throw forbidden("Only an administrator may create keys for others.");
  }
  return owner;
}

function requireReachable(key: ApiKeyRow | undefined, caller: Caller, id: string): ApiKeyRow {
  const isReachable =
    key !== undefined &&
    (caller.isAdministrator || (key.user_id !== null && isOwn(caller, { type: "user", id: key.user_id })));
  if (!isReachable) {
    throw notFound("api-key", id);
  }
  return key;
}

function isOwn(caller: Caller, owner: KeyOwner): boolean {
  return !caller.isNarrowed && caller.actor.type === "user" && owner.type === "user" && owner.id === caller.actor.id;
}

/** A credential narrowed to callbacks must not make itself a wider one. */
function requireUserOfOwnKeys(caller: Caller): void {
  if (caller.actor.type !== "user" || caller.isNarrowed) {
    throw notFound("api-key", "list");
  }
}
