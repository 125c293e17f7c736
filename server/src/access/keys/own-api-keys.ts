import { forbidden, invalidField, notFound } from "../../errors.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import type { Caller } from "../caller.ts";
import { type ApiKeyRow, listApiKeys, listApiKeysOfUser, lockApiKey } from "./api-key-store.ts";
import type { KeyOwner } from "./credential-grants.ts";

/** Administrators manage every key of the org, users their own, others none. */
export function isReachable(caller: Caller, key: Pick<ApiKeyRow, "user_id">): boolean {
  return caller.isAdministrator || (key.user_id !== null && isOwn(caller, { type: "user", id: key.user_id }));
}

export async function lockReachableApiKey(tx: Transaction, caller: Caller, id: string): Promise<ApiKeyRow> {
  const key = await lockApiKey(tx, caller.org.id, id);
  if (key === undefined || !isReachable(caller, key)) {
    throw notFound("api-key", id);
  }
  return key;
}

export async function listReachableApiKeys(db: Database, caller: Caller): Promise<ApiKeyRow[]> {
  return caller.isAdministrator
    ? listApiKeys(db, caller.org.id)
    : listApiKeysOfUser(db, caller.org.id, caller.actor.id);
}

/** Keys exist for administrators and users; a credential narrowed to callbacks must not create a wider one. */
export function requireKeyHolder(caller: Caller, id: string): void {
  const isUser = caller.actor.type === "user" && !caller.isNarrowed;
  if (!caller.isAdministrator && !isUser) {
    throw notFound("api-key", id);
  }
}

/** The owner of a new key: the given app or user, or the caller. */
export function ownerFor(caller: Caller, body: { appId?: string | undefined; userId?: string | undefined }): KeyOwner {
  if (body.appId !== undefined && body.userId !== undefined) {
    throw invalidField("#/userId", "Send either appId or userId, not both.");
  }
  if (body.appId === undefined && body.userId === undefined) {
    return { type: caller.actor.type, id: caller.actor.id };
  }
  const owner: KeyOwner =
    body.appId === undefined ? { type: "user", id: body.userId ?? "" } : { type: "app", id: body.appId };
  if (!caller.isAdministrator && !isOwn(caller, owner)) {
    throw forbidden("Only an administrator can create keys for others.");
  }
  return owner;
}

function isOwn(caller: Caller, owner: KeyOwner): boolean {
  return !caller.isNarrowed && caller.actor.type === "user" && owner.type === "user" && owner.id === caller.actor.id;
}
