import type { Preset, Right } from "@weft/contract";
import { forbidden } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { Caller } from "../caller.ts";
import { type ApiKeyRow, saveApiKey } from "./api-key-store.ts";
import { checkGrants, grantedBy, ownerOf, requireGrantsOfCredential } from "./credential-grants.ts";
import { findKeyLifetime, limitedEnd, readAllowedAddresses } from "./key-limits.ts";
import { lockReachableApiKey } from "./own-api-keys.ts";

export interface ApiKeyChange {
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
