import type { Preset, Right } from "@weft/contract";
import type { Transaction } from "../../platform/database/database.ts";
import { dayMs } from "../../platform/durations.ts";
import { capReached, conflict, forbidden } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { AuditTrail } from "../audit/audit-log.ts";
import type { Caller } from "../caller.ts";
import { formatKey, hintOf } from "../credential.ts";
import { hashSecret, makeSecret } from "../secret.ts";
import {
  type ApiKeyRow,
  countLiveKeys,
  countLiveKeysOfUser,
  insertApiKey,
  revokeKeysOfUser,
  saveApiKey,
} from "./api-key-store.ts";
import {
  checkGrants,
  creatorOf,
  grantedBy,
  type KeyOwner,
  lockReachableApiKey,
  ownerOf,
  requireGrantsOfCredential,
  requireIssuerGrants,
  requireOwner,
} from "./credential-owners.ts";
import { findKeyLifetime, limitedEnd, readAllowedAddresses } from "./key-limits.ts";

/** Who creates a key. The limit does not apply to the operator. */
type ApiKeyIssuer =
  | { readonly type: "operator" }
  | { readonly type: "caller"; readonly caller: Caller /** Valid keys of the org. */; readonly keysMax: number };

export interface ApiKeyDraft {
  readonly owner: KeyOwner;
  readonly label: string;
  readonly preset: Preset | undefined;
  readonly rights: readonly Right[] | undefined;
  readonly ratePerSecond: number | undefined;
  readonly allowedAddresses: readonly string[];
  readonly expiresOn: Date | undefined;
  readonly issuer: ApiKeyIssuer;
  /** Set for the successor of a key. */
  readonly rotatedFromId?: string;
}

const keysPerUserMax = 50;

interface IssuedApiKey {
  readonly row: ApiKeyRow;
  /** The whole key, which is not stored. */
  readonly apiKey: string;
}

export async function issueApiKey(tx: Transaction, orgId: string, draft: ApiKeyDraft): Promise<IssuedApiKey> {
  await requireOwner(tx, orgId, draft.owner);
  checkGrants(draft.owner, draft.preset, draft.rights);
  await requireIssuerGrants(tx, draft);
  const { owner } = draft;
  await requireRoom(tx, orgId, draft);
  const secret = makeSecret();
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
    allowed_addresses: readAllowedAddresses(draft.allowedAddresses),
    expires_on: limitedEnd(await findKeyLifetime(tx, orgId), draft.expiresOn ?? null),
    created_by_id: creatorOf(draft),
    rotated_from_id: draft.rotatedFromId ?? null,
  });
  return { row, apiKey: formatKey(owner.type, secret) };
}

/** A successor with the same owner, rights and rate; the old key stays valid for the overlap. */
export async function rotateApiKey(
  tx: Transaction,
  orgId: string,
  key: ApiKeyRow,
  { overlapSeconds, ...issuer }: { readonly overlapSeconds: number; readonly caller: Caller; readonly keysMax: number },
): Promise<IssuedApiKey> {
  const overlapEnds = new Date(Date.now() + overlapSeconds * 1000);
  if (key.revoked_on !== null || (key.expires_on !== null && key.expires_on <= new Date())) {
    throw conflict("The key has expired or was revoked, so it cannot be rotated. Create a new one.");
  }
  const expiresOn = key.expires_on === null || key.expires_on > overlapEnds ? overlapEnds : key.expires_on;
  // First, so that a rotation without an overlap also works at the limit.
  await saveApiKey(tx, orgId, { ...key, expires_on: expiresOn });
  return issueApiKey(tx, orgId, {
    owner: ownerOf(key),
    label: key.label,
    preset: key.preset ?? undefined,
    rights: key.rights ?? undefined,
    ratePerSecond: key.rate_per_second ?? undefined,
    allowedAddresses: key.allowed_addresses,
    expiresOn: sameLifetime(key, await findKeyLifetime(tx, orgId)),
    issuer: { type: "caller", ...issuer },
    rotatedFromId: key.rotated_from_id ?? key.id,
  });
}

/** A key issued for ninety days is replaced by one with ninety days, or as many as the org allows. */
function sameLifetime(key: ApiKeyRow, days: number | null): Date | undefined {
  if (key.expires_on === null) {
    return undefined;
  }
  const lifetimeMs = key.expires_on.getTime() - key.created_on.getTime();
  return new Date(Date.now() + Math.min(lifetimeMs, days === null ? lifetimeMs : days * dayMs));
}

/**
 * Each used key occupies memory on the nodes: its caller, its rate. Expired and revoked ones do not count. Keys per
 * user are limited too, so that one user cannot exhaust the limit of the org; a successor replaces the old key.
 */
async function requireRoom(tx: Transaction, orgId: string, draft: ApiKeyDraft): Promise<void> {
  const { issuer, owner, rotatedFromId } = draft;
  const now = new Date();
  if (issuer.type === "caller" && (await countLiveKeys(tx, orgId, now)) >= issuer.keysMax) {
    throw capReached("valid API keys", issuer.keysMax, "WEFT_API_KEYS_MAX");
  }
  const isNewOfUser = owner.type === "user" && rotatedFromId === undefined;
  if (isNewOfUser && (await countLiveKeysOfUser(tx, orgId, owner.id, now)) >= keysPerUserMax) {
    throw conflict(`A user can have at most ${keysPerUserMax} valid keys. Revoke one first.`);
  }
}

interface ApiKeyChange {
  readonly label?: string | undefined;
  readonly preset?: Preset | null | undefined;
  readonly rights?: Right[] | null | undefined;
  readonly ratePerSecond?: number | null | undefined;
  readonly allowedAddresses?: readonly string[] | undefined;
  readonly expiresOn?: string | null | undefined;
}

export async function updateApiKey(
  tx: Transaction,
  caller: Caller,
  id: string,
  change: ApiKeyChange,
): Promise<ApiKeyRow> {
  const key = await lockReachableApiKey(tx, caller, id);
  const rate = change.ratePerSecond === undefined ? key.rate_per_second : change.ratePerSecond;
  requireAdministratorForRate(caller, rate, key.rate_per_second);
  const { preset, rights } = nextGrants(key, change);
  checkGrants(ownerOf(key), preset ?? undefined, rights ?? undefined);
  await requireGrantsOfCredential(tx, caller, grantedBy(key), "Changing this key");
  await requireGrantsOfCredential(
    tx,
    caller,
    grantedBy({ ...key, preset, rights }),
    "Granting a key these permissions",
  );
  return saveApiKey(tx, caller.org.id, {
    ...key,
    label: change.label ?? key.label,
    preset,
    rights,
    rate_per_second: rate,
    allowed_addresses:
      change.allowedAddresses === undefined ? key.allowed_addresses : readAllowedAddresses(change.allowedAddresses),
    expires_on: nextExpiry(key, change.expiresOn, await findKeyLifetime(tx, caller.org.id)),
  });
}

/** Only administrators set rates: a user must not raise their own, but may send back the current one. */
export function requireAdministratorForRate(caller: Caller, next: number | null, current: number | null): void {
  if (next !== current && !caller.isAdministrator) {
    throw forbidden("Only an administrator can set the rate limit of a key.");
  }
}

/** Rights replace a preset and vice versa, unless both are sent. */
function nextGrants(key: ApiKeyRow, { preset, rights }: ApiKeyChange): Pick<ApiKeyRow, "preset" | "rights"> {
  const isGiven = (value: unknown) => value !== undefined && value !== null;
  return {
    preset: preset ?? (preset === null || isGiven(rights) ? null : key.preset),
    rights: rights ?? (rights === null || isGiven(preset) ? null : key.rights),
  };
}

/** An unchanged expiry stays valid, even if the org has set a limit since. */
function nextExpiry(key: ApiKeyRow, expiresOn: string | null | undefined, days: number | null): Date | null {
  const requested = expiresOn === undefined || expiresOn === null ? null : new Date(expiresOn);
  if (expiresOn === undefined || requested?.getTime() === key.expires_on?.getTime()) {
    return key.expires_on;
  }
  return limitedEnd(days, requested);
}

/** Revokes all keys of a user, for example after a password was stolen. Each is in the audit log. */
export async function revokeKeys(
  tx: Transaction,
  orgId: string,
  userId: string,
  trail: AuditTrail | undefined,
): Promise<number> {
  const ids = await revokeKeysOfUser(tx, orgId, userId, new Date());
  for (const id of ids) {
    await trail?.record({ action: "api-key.revoke", target: { type: "api-key", id } });
  }
  return ids.length;
}
