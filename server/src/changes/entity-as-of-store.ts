import type { Database } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";
import type { ChangeRow } from "./change-row.ts";
import { logOrder, placesOf, type Scan } from "./change-scan-store.ts";

/** The first changes of the scan. */
export async function findChanges(db: Database, scan: Scan, limit: number): Promise<ChangeRow[]> {
  return db.query<ChangeRow>(sql`
    select * from changes where ${placesOf(scan)} order by ${logOrder(scan)} limit ${limit}`);
}

/** The first change of the scan that made the entity. */
export async function findCreate(db: Database, scan: Scan): Promise<ChangeRow | undefined> {
  const rows = await db.query<ChangeRow>(sql`
    select * from changes where ${placesOf(scan)} and action = 'create' order by ${logOrder(scan)} limit 1`);
  return rows[0];
}
