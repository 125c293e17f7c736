import type { Database } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";

export async function mergePendingEntries(db: Database): Promise<void> {
  await db.query(sql`select gin_clean_pending_list('entities_by_property'::regclass)`);
}
