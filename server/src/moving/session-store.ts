import pg from "pg";
import { isDistributed } from "../distribution/distribution-store.ts";
import { listPlanningWorkers } from "../distribution/worker-store.ts";
import type { Database } from "../platform/database/database.ts";
import { oneRow, sql } from "../platform/database/sql.ts";

/** The name of the sessions that move a database. */
export const moverName = "weft-move";

/** Runs a command that returns one text, on one of the servers that hold the database. */
export type Server = (db: Database, command: string) => Promise<string>;

const ownServer: Server = async (db, command) =>
  oneRow(await db.query<{ result: string }>({ text: command, values: [] })).result;

/** The server of the URL, then the workers of a database that Citus distributes: nodes have sessions on each. */
export async function listServers(db: Database): Promise<readonly Server[]> {
  const workers = (await isDistributed(db)) ? await listPlanningWorkers(db) : [];
  return [ownServer, ...workers.map(({ host, port }) => workerAt(host, port))];
}

function workerAt(host: string, port: number): Server {
  return async (db, command) => {
    const { success, result } = oneRow(
      await db.query<{ success: boolean; result: string }>(sql`
        select success, result
        from master_run_on_worker(array[${host}]::text[], array[${port}]::integer[], array[${command}]::text[], false)`),
    );
    if (!success) {
      throw new Error(`the worker ${host}:${port} has refused: ${result}`);
    }
    return result;
  };
}

export async function readClock(db: Database, server: Server): Promise<string> {
  return server(db, "select clock_timestamp()::text as result");
}

/** Sessions between servers of Citus end with those that they serve. */
const ofFormer = (before: string) => `
  from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
    and application_name <> '${moverName}' and application_name not like 'citus_internal %'
    and backend_start < ${pg.escapeLiteral(before)}::timestamptz`;

/** The sessions of the database that began before a time, each with its name. A role sees only its own, a superuser all. */
export async function listSessions(db: Database, server: Server, before: string): Promise<string> {
  return server(
    db,
    `select coalesce(string_agg(format('%s (%s)', pid, coalesce(nullif(application_name, ''), usename, 'unknown')), ', '),
      '') as result ${ofFormer(before)}`,
  );
}

export async function endSessions(
  db: Database,
  server: Server,
  { before, isIdle }: { readonly before: string; readonly isIdle: boolean },
): Promise<void> {
  await server(
    db,
    `select count(pg_terminate_backend(pid))::text as result ${ofFormer(before)}
      ${isIdle ? "and state = 'idle'" : ""} and pg_has_role(usesysid, 'member')`,
  );
}

const readOnly = "default_transaction_read_only=on";

/** Whether sessions that begin from now on can only read, unless they ask for more. */
export async function isReadOnlyByDefault(db: Database, server: Server): Promise<boolean> {
  const found = await server(
    db,
    `select count(*)::text as result from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database()) and setrole = 0
      and '${readOnly}' = any(setconfig)`,
  );
  return found === "1";
}

/** Sets the default of a worker that has not received that of the coordinator. */
export async function setDefaultOfWorker(db: Database, worker: Server, isReadOnly: boolean): Promise<void> {
  const change = isReadOnly ? "set default_transaction_read_only = on" : "reset default_transaction_read_only";
  await worker(
    db,
    `begin read write;
    do $$ begin execute format('alter database %I ${change}', current_database()); end $$;
    commit`,
  );
}

/** Locks of one number exclude each other in one database. A session can take its own again. */
export async function takeLock(db: Database, number: number): Promise<boolean> {
  return oneRow(await db.query<{ taken: boolean }>(sql`select pg_try_advisory_lock(${number}) as taken`)).taken;
}

export async function releaseLock(db: Database, number: number): Promise<void> {
  await db.query(sql`select pg_advisory_unlock(${number})`);
}

export async function readEncoding(db: Database): Promise<string> {
  return oneRow(await db.query<{ encoding: string }>(sql`select current_setting('server_encoding') as encoding`))
    .encoding;
}

/** The databases of the server that are neither this one nor templates of PostgreSQL. */
export async function listOtherDatabases(db: Database): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select datname as name from pg_database
    where datname not in (current_database(), 'template0', 'template1') order by datname limit 100`);
  return rows.map(({ name }) => name);
}
