import { sql } from "../../platform/database/sql.ts";
import type { TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";

/** Batches that wait in the database, just before they are written. */
export interface HeldBatches {
  /** Resolves when a batch is waiting. */
  areHeld(): Promise<void>;
  release(): Promise<void>;
}

const lockNumber = 4_711;

/** Makes all batches from this number on wait, of loads of these orgs or of any load, until they are released. */
export async function holdBatches({ db }: TestDatabase, from: number, orgIds?: string[]): Promise<HeldBatches> {
  const ofOrgs = orgIds === undefined ? "" : `and new.org_id in (${orgIds.map((id) => `'${id}'`).join(", ")})`;
  const { pool } = db;
  await pool.query(`
    create or replace function hold_batch() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${lockNumber}); return new; end $$;
    create or replace trigger hold_batch before insert on load_batches
    for each row when (new.number >= ${from} ${ofOrgs}) execute function hold_batch()`);
  const holder = await pool.connect();
  await holder.query("select pg_advisory_lock($1)", [lockNumber]);
  return {
    async areHeld() {
      await waitUntil("a batch waits", async () => {
        const waiting = await db.query(sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`);
        return waiting.length > 0;
      }).catch(async (error: unknown) => {
        throw new Error(`no batch waits: ${JSON.stringify(await workOf(db))}`, { cause: error });
      });
    },
    async release() {
      await holder.query("select pg_advisory_unlock($1)", [lockNumber]);
      holder.release();
      await pool.query("drop trigger hold_batch on load_batches");
    },
  };
}

/** The progress of all loads and the nodes that run them, for diagnosis when a batch does not arrive. */
async function workOf(db: TestDatabase["db"]): Promise<object> {
  const loads = await db.query(sql`select id, status, progress, report from loads order by created_on desc limit 2`);
  const jobs = await db.query(sql`
    select key, queue, attempts, last_error, claimed_on, run_on from jobs`);
  const statements = await db.query(sql`
    select state, wait_event, left(query, 200) as query from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  return { loads, jobs, statements };
}
