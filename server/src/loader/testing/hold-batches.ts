import pg from "pg";
import { sql } from "../../platform/database/sql.ts";
import { runOnce, type TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";

/** Batches that wait in the database, just before they are written. */
export interface HeldBatches {
  /** Resolves when a batch is waiting. */
  areHeld(): Promise<void>;
  release(): Promise<void>;
}

const lockNumber = 4_711;

/** Makes all batches from this number on wait, of loads of these orgs or of any load, until they are released. */
export async function holdBatches(database: TestDatabase, from: number, orgIds?: string[]): Promise<HeldBatches> {
  const ofOrgs = orgIds === undefined ? "" : `and new.org_id in (${orgIds.map((id) => `'${id}'`).join(", ")})`;
  const { db } = database;
  await runOnce(
    database.connectionString,
    `create or replace function hold_batch() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${lockNumber}); return new; end $$;
    create or replace trigger hold_batch before insert on load_batches
    for each row when (new.number >= ${from} ${ofOrgs}) execute function hold_batch()`,
  );
  const holders = await connectToServers(database);
  await Promise.all(holders.map((holder) => holder.query("select pg_advisory_lock($1)", [lockNumber])));
  return {
    async areHeld() {
      await waitUntil("a batch waits", async () => {
        const waiting = await Promise.all(holders.map((holder) => holder.query(waitingLocks)));
        return waiting.some(({ rows }) => rows.length > 0);
      }).catch(async (error: unknown) => {
        throw new Error(`no batch waits: ${JSON.stringify(await workOf(db))}`, { cause: error });
      });
    },
    async release() {
      await Promise.all(holders.map((holder) => holder.end()));
      await runOnce(database.connectionString, "drop trigger hold_batch on load_batches");
    },
  };
}

const waitingLocks = `select 1 from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`;

/** A session on each server that runs triggers: on Citus those are the workers. */
async function connectToServers({ db, connectionString }: TestDatabase): Promise<pg.Client[]> {
  const [here] = await db.query<{ name: string; is_distributed: boolean }>(sql`
    select current_database() as name, to_regclass('pg_dist_node') is not null as is_distributed`);
  const workers =
    here?.is_distributed === true
      ? await db.query<{ host: string; port: number }>(sql`select nodename as host, nodeport as port from pg_dist_node`)
      : [];
  const clients =
    workers.length === 0
      ? [new pg.Client({ connectionString })]
      : workers.map((worker) => new pg.Client({ ...worker, user: "postgres", database: here?.name }));
  await Promise.all(clients.map((client) => client.connect()));
  return clients;
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
