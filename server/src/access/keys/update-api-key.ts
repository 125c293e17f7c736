import type { Preset, Right } from "@weft/contract";
import { forbidden } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { requireVersion } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { type ApiKeyRow, saveApiKey } from "./api-key-store.ts";
import { checkGrants, ownerOf } from "./issue-api-key.ts";
import { lockReachableApiKey } from "./own-api-keys.ts";

export interface ApiKeyChange {
  readonly label?: string | undefined;
  readonly preset?: Preset | undefined;
  readonly rights?: Right[] | undefined;
  readonly ratePerSecond?: number | null | undefined;
  readonly expiresOn?: string | null | undefined;
  readonly expectedVersion: number | undefined;
}

export async function updateApiKey(
  tx: Transaction,
  caller: Caller,
  id: string,
  change: ApiKeyChange,
): Promise<ApiKeyRow> {
  const key = await lockReachableApiKey(tx, caller, id);
  requireVersion(change.expectedVersion, key.version);
  requireAdministratorForRate(caller, change.ratePerSecond);
  const isRegranted = change.preset !== undefined || change.rights !== undefined;
  if (isRegranted) {
    checkGrants(ownerOf(key), change.preset, change.rights);
  }
  return saveApiKey(tx, caller.org.id, {
    ...key,
    label: change.label ?? key.label,
    preset: isRegranted ? (change.preset ?? null) : key.preset,
    rights: isRegranted ? (change.rights ?? null) : key.rights,
    rate_per_second: change.ratePerSecond === undefined ? key.rate_per_second : change.ratePerSecond,
    expires_on: nextExpiry(key, change.expiresOn),
  });
}

/** Rates are the operator's to give: a user must not raise their own. */
export function requireAdministratorForRate(caller: Caller, ratePerSecond: number | null | undefined): void {
  if (ratePerSecond !== undefined && !caller.isAdministrator) {
    throw forbidden("Only an administrator may set the rate of a key.");
  }
}

function nextExpiry(key: ApiKeyRow, expiresOn: string | null | undefined): Date | null {
  if (expiresOn === undefined) {
    return key.expires_on;
  }
  return expiresOn === null ? null : new Date(expiresOn);
}
