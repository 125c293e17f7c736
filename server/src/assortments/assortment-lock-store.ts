import type { Transaction } from "../platform/database/database.ts";
import { oneRow } from "../platform/database/one-row.ts";
import { sql } from "../platform/database/sql.ts";

/** Locks all these assortments until the end of the transaction. Returns false if one of them is already locked. */
export async function tryLocks(tx: Transaction, orgId: string, assortmentIds: readonly string[]): Promise<boolean> {
  const rows = await tx.query<{ are_taken: boolean }>(sql`
    select coalesce(bool_and(pg_try_advisory_xact_lock(hashtextextended(${orgId} || '/' || id, 0))), true) as are_taken
    from unnest(${[...assortmentIds]}::text[]) as id`);
  return oneRow(rows).are_taken;
}
