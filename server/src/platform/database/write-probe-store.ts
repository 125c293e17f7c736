import { unavailable } from "../errors.ts";
import type { PostgresDatabase } from "./database.ts";
import { oneRow, sql } from "./sql.ts";

/**
 * Rejects if the database cannot write: it does not respond, is read-only, or has no room for a megabyte. The rows are
 * spilled to a temporary file, so that nothing remains; a transaction id makes the commit write to the WAL.
 */
export async function probeWrites(db: PostgresDatabase): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`set local work_mem = '64kB'`);
    const rows = await tx.query<{ is_read_only: boolean }>(sql`
      select current_setting('transaction_read_only')::boolean as is_read_only from generate_series(1, 50000) as spilled
      order by spilled limit 1`);
    if (oneRow(rows).is_read_only) {
      throw unavailable("The database is read-only.");
    }
    await tx.query(sql`select pg_current_xact_id()`);
  });
}
