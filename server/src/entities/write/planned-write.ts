import type { SerializedChanges } from "../../changes/change-log-store.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { JsonbParameter } from "../../platform/database/jsonb-bytes.ts";
import type { Basis, SeenVersion } from "./known-rows.ts";
import { lockVersions, type PersistedRows } from "./persist-store.ts";

/**
 * A batch that was planned in a dry run, in the words of the database. It can be kept and written later without being
 * planned again, as long as nothing that the plan rests upon has changed.
 */
export interface PlannedWrite<List = JsonbParameter> {
  readonly typesVersion: number;
  readonly basis: Basis;
  readonly rows: PersistedRows<List>;
  readonly changes: SerializedChanges<List>;
}

/** Locks what the plan rests upon; false when something of it has changed. */
export async function lockBasis(tx: Transaction, orgId: string, { toChange, forKeyShare }: Basis): Promise<boolean> {
  const changed = await lockVersions(tx, orgId, addressesOf(toChange), "to-change");
  const referred = await lockVersions(tx, orgId, addressesOf(forKeyShare), "to-refer-to");
  return isAsSeen(toChange, changed) && isAsSeen(forKeyShare, referred);
}

function addressesOf(seen: readonly SeenVersion[]) {
  return { types: seen.map(({ entityType }) => entityType), ids: seen.map(({ id }) => id) };
}

function isAsSeen(seen: readonly SeenVersion[], found: ReadonlyMap<string, number>): boolean {
  return seen.every(({ id, version }) => found.get(id) === version);
}
