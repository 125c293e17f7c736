import type { Database } from "../platform/database/database.ts";
import { oneRow, sql } from "../platform/database/sql.ts";

const waiting = `select count(*) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** The number of statements that wait for a lock: on Citus, most of them wait on a worker. */
export async function countLockWaits(db: Database): Promise<number> {
  const [citus] = await db.query(sql`select 1 from pg_proc where proname = 'run_command_on_all_nodes'`);
  const counted =
    citus === undefined
      ? await db.query<{ count: number }>({ text: waiting, values: [] })
      : await db.query<{ count: number }>(sql`
          select sum(result::integer) as count from run_command_on_all_nodes(${waiting})`);
  return oneRow(counted).count;
}
