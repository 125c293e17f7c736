import type { SerializedChanges } from "../../changes/change-log-store.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { JsonbParameter } from "../../platform/database/jsonb-bytes.ts";
import type { Basis, SeenVersion } from "./known-rows.ts";
import { lockVersions, type PersistedRows } from "./persist-store.ts";

/**
 * A batch that was planned in a dry run, serialized for the database. It can be stored and written later without
 * planning, as long as nothing that the plan depends on has changed.
 */
export interface PlannedWrite<List = JsonbParameter> {
  readonly typesVersion: number;
  readonly basis: Basis;
  readonly rows: PersistedRows<List>;
  readonly changes: SerializedChanges<List>;
}

/** Locks what the plan depends on. Returns false if something has changed. */
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
