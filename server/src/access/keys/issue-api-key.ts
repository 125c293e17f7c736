import type { Preset, Right } from "@weft/contract";
import { conflict, invalidField } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { formatKey, hintOf } from "../credential.ts";
import { hashSecret, makeSecret } from "../secret.ts";
import { findUser } from "../users/user-store.ts";
import { type ApiKeyRow, insertApiKey, saveApiKey } from "./api-key-store.ts";
import { findApp } from "./app-store.ts";

export type KeyOwner = { readonly type: "app" | "user"; readonly id: string };

export interface ApiKeyDraft {
  readonly owner: KeyOwner;
  readonly label: string;
  readonly preset: Preset | undefined;
  readonly rights: readonly Right[] | undefined;
  readonly ratePerSecond: number | undefined;
  readonly expiresOn: Date | undefined;
  readonly createdById: string | null;
}

export interface IssuedApiKey {
  readonly row: ApiKeyRow;
  /** The whole key, which is kept nowhere. */
  readonly apiKey: string;
}

export async function issueApiKey(tx: Transaction, orgId: string, draft: ApiKeyDraft): Promise<IssuedApiKey> {
  await requireOwner(tx, orgId, draft.owner);
  checkGrants(draft.owner, draft.preset, draft.rights);
  const secret = makeSecret();
  const { owner } = draft;
  const row = await insertApiKey(tx, orgId, {
    id: newId(),
    app_id: owner.type === "app" ? owner.id : null,
    user_id: owner.type === "user" ? owner.id : null,
    label: draft.label,
    secret_hash: hashSecret(secret),
    secret_hint: hintOf(owner.type, secret),
    preset: draft.preset ?? null,
    rights: draft.rights === undefined ? null : [...draft.rights],
    rate_per_second: draft.ratePerSecond ?? null,
    expires_on: draft.expiresOn ?? null,
    created_by_id: draft.createdById,
  });
  return { row, apiKey: formatKey(owner.type, secret) };
}

/** A successor with the same owner, rights and rate; the old key goes on for the overlap. */
export async function rotateApiKey(
  tx: Transaction,
  orgId: string,
  key: ApiKeyRow,
  { overlapSeconds, createdById }: { readonly overlapSeconds: number; readonly createdById: string },
): Promise<IssuedApiKey> {
  const overlapEnds = new Date(Date.now() + overlapSeconds * 1000);
  if (key.revoked_on !== null || (key.expires_on !== null && key.expires_on <= new Date())) {
    throw conflict("The key has ended, so it has no successor. Create a new one.");
  }
  const issued = await issueApiKey(tx, orgId, {
    owner: ownerOf(key),
    label: key.label,
    preset: key.preset ?? undefined,
    rights: key.rights ?? undefined,
    ratePerSecond: key.rate_per_second ?? undefined,
    expiresOn: sameLifetime(key),
    createdById,
  });
  const expiresOn = key.expires_on === null || key.expires_on > overlapEnds ? overlapEnds : key.expires_on;
  await saveApiKey(tx, orgId, { ...key, expires_on: expiresOn });
  return issued;
}

/** A key that was given ninety days is followed by one with ninety days. */
function sameLifetime(key: ApiKeyRow): Date | undefined {
  return key.expires_on === null
    ? undefined
    : new Date(Date.now() + key.expires_on.getTime() - key.created_on.getTime());
}

export function ownerOf(key: Pick<ApiKeyRow, "app_id" | "user_id">): KeyOwner {
  return key.user_id === null ? { type: "app", id: key.app_id ?? "" } : { type: "user", id: key.user_id };
}

export async function requireOwner(tx: Transaction, orgId: string, owner: KeyOwner): Promise<void> {
  const found = owner.type === "app" ? await findApp(tx, orgId, owner.id) : await findUser(tx, orgId, owner.id);
  if (found === undefined) {
    throw invalidField(`#/${owner.type}Id`, `There is no ${owner.type} ${owner.id}.`);
  }
}

/** An app's credential needs rights of its own; a user's has the user's. */
export function checkGrants(owner: KeyOwner, preset: Preset | undefined, rights: readonly Right[] | undefined): void {
  if (preset !== undefined && rights !== undefined) {
    throw invalidField("#/rights", "Give either a preset or rights, not both.");
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
      "A credential of a user acts with the user's rights; only the preset callback narrows it.",
    );
  }
}
