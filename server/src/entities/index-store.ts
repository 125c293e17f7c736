import type { Database } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";

export async function mergePendingEntries(db: Database): Promise<void> {
  await db.query(sql`select gin_clean_pending_list('entities_by_property'::regclass)`);
}

/** The planner's statistics are outdated after a load: it would choose the wrong index for entities. */
export async function renewStatistics(db: Database): Promise<void> {
  await db.query(sql`analyze entities, unique_keys`);
}
