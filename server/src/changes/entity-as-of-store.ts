import type { Budget } from "../platform/budgets/budget.ts";
import type { BoundedRows } from "../platform/database/bounded-query.ts";
import type { BoundedDatabase, Database } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";
import type { ChangeRow } from "./change-row.ts";
import { logOrder, placesOf, type Scan } from "./change-scan-store.ts";

/** The first changes of the scan. */
export async function findChanges(
  db: BoundedDatabase,
  scan: Scan,
  limit: number,
  budget: Budget,
): Promise<BoundedRows<ChangeRow>> {
  const statement = sql`
    select * from changes where ${placesOf(scan)} order by ${logOrder(scan)} limit ${limit}`;
  return db.queryWithin<ChangeRow>(statement, budget);
}

/** Who created an entity, and when. */
export type Creation = Pick<ChangeRow, "created_on" | "actor_id">;

/** The first change of the scan that created the entity. */
export async function findCreate(db: Database, scan: Scan): Promise<Creation | undefined> {
  const rows = await db.query<Creation>(sql`
    select created_on, actor_id from changes where ${placesOf(scan)} and action = 'create' order by ${logOrder(scan)} limit 1`);
  return rows[0];
}
