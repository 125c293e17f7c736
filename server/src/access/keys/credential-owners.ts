import type { Preset, Right } from "@weft/contract";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { forbidden, invalidField, notFound } from "../../platform/errors.ts";
import type { Caller } from "../caller.ts";
import { grantsOfKey, requireGrants, requireGrantsOfRole } from "../grants.ts";
import { findUser, holdUser } from "../user-store.ts";
import { type ApiKeyRow, listApiKeys, listApiKeysOfUser, lockApiKey } from "./api-key-store.ts";
import { findApp } from "./app-store.ts";

export type KeyOwner = { readonly type: "app" | "user"; readonly id: string };

/** Who issues a credential: a caller, who needs all rights that it gets; the operator; or its owner, by signing in. */
export type Issuer =
  | { readonly type: "caller"; readonly caller: Caller }
  | { readonly type: "operator" }
  | { readonly type: "signed-in-owner" };

interface GrantedCredential {
  readonly owner: KeyOwner;
  readonly preset: Preset | undefined;
  readonly rights: readonly Right[] | undefined;
}

export async function requireIssuerGrants(
  tx: Transaction,
  draft: GrantedCredential & { readonly issuer: Issuer },
): Promise<void> {
  if (draft.issuer.type === "caller") {
    await requireGrantsOfCredential(tx, draft.issuer.caller, draft, "Creating this credential");
  }
}

/**
 * Issuing a credential for a user requires all rights of the user, even if it is narrowed: it acts as the user. Locks
 * the user, so that the role stays until the credential is stored.
 */
export async function requireGrantsOfCredential(
  tx: Transaction,
  caller: Caller,
  { owner, preset, rights }: GrantedCredential,
  act: string,
): Promise<void> {
  const user = owner.type === "user" ? await holdUser(tx, caller.org.id, owner.id) : undefined;
  if (user === undefined) {
    requireGrants(caller, grantsOfKey(preset ?? null, rights ?? null), act);
  } else {
    await requireGrantsOfRole(tx, caller, user.role, act);
  }
}

export function creatorOf({ issuer, owner }: { readonly issuer: Issuer; readonly owner: KeyOwner }): string | null {
  switch (issuer.type) {
    case "caller":
      return issuer.caller.actor.id;
    case "operator":
      return null;
    case "signed-in-owner":
      return owner.id;
  }
}

export async function requireOwner(tx: Transaction, orgId: string, owner: KeyOwner): Promise<void> {
  const found = owner.type === "app" ? await findApp(tx, orgId, owner.id) : await findUser(tx, orgId, owner.id);
  if (found === undefined) {
    throw invalidField(`#/${owner.type}Id`, `There is no ${owner.type} ${owner.id}.`);
  }
}

/** An app's credential needs its own rights; a user's has those of the user. */
export function checkGrants(owner: KeyOwner, preset: Preset | undefined, rights: readonly Right[] | undefined): void {
  if (preset !== undefined && rights !== undefined) {
    throw invalidField("#/rights", "Send either preset or rights, not both.");
  }
  const hasOwn = preset !== undefined || rights !== undefined;
  if (owner.type === "app" && !hasOwn) {
    throw invalidField(
      "#/preset",
      "A credential of an app needs a preset (read-only, loader, callback, admin) or rights.",
    );
  }
  if (owner.type === "user" && hasOwn && preset !== "callback") {
    throw invalidField(
      "#/preset",
      "A user's credential has the user's permissions; only the preset callback can limit it.",
    );
  }
}

/** The owner and grants of a stored credential. */
export function grantedBy(credential: {
  readonly app_id: string | null;
  readonly user_id: string | null;
  readonly preset: Preset | null;
  readonly rights: Right[] | null;
}): GrantedCredential {
  return {
    owner: ownerOf(credential),
    preset: credential.preset ?? undefined,
    rights: credential.rights ?? undefined,
  };
}

export function ownerOf(credential: { readonly app_id: string | null; readonly user_id: string | null }): KeyOwner {
  return credential.user_id === null
    ? { type: "app", id: credential.app_id ?? "" }
    : { type: "user", id: credential.user_id };
}

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
