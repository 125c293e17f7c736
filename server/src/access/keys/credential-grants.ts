import type { Preset, Right } from "@weft/contract";
import { invalidField } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { Caller } from "../caller.ts";
import { grantsOfKey } from "../presets.ts";
import { requireGrants, requireGrantsOfRole } from "../require-grants.ts";
import { findUser, holdUser } from "../users/user-store.ts";
import { findApp } from "./app-store.ts";

export type KeyOwner = { readonly type: "app" | "user"; readonly id: string };

/** Who issues a credential: a caller, who needs all rights that it gets; the operator; or its owner, by signing in. */
export type Issuer =
  | { readonly type: "caller"; readonly caller: Caller }
  | { readonly type: "operator" }
  | { readonly type: "signed-in-owner" };

export interface GrantedCredential {
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
