import type { Database } from "../platform/database/database.ts";
import { oneRow, sql } from "../platform/database/sql.ts";

/** The time of the server. */
export async function readClock(db: Database): Promise<string> {
  return oneRow(await db.query<{ now: string }>(sql`select clock_timestamp()::text as now`)).now;
}

export interface Session {
  readonly pid: number;
  readonly name: string;
}

/** The sessions of the database that began before a time, except this one. */
export async function listSessions(db: Database, before: string): Promise<Session[]> {
  return db.query<Session>(sql`
    select pid, coalesce(nullif(application_name, ''), usename, 'unknown') as name from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and backend_start < ${before}::text::timestamptz order by pid limit 1000`);
}

/** Ends those of this role, or of all roles for a superuser; others are not visible. */
export async function endSessions(
  db: Database,
  { before, isIdle }: { readonly before: string; readonly isIdle: boolean },
): Promise<void> {
  await db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and backend_start < ${before}::text::timestamptz and (not ${isIdle} or state = 'idle')
      and pg_has_role(usesysid, 'member')`);
}

/** Locks of one number exclude each other in one database. */
export async function takeLock(db: Database, number: number): Promise<boolean> {
  return oneRow(await db.query<{ taken: boolean }>(sql`select pg_try_advisory_lock(${number}) as taken`)).taken;
}

export async function releaseLock(db: Database, number: number): Promise<void> {
  await db.query(sql`select pg_advisory_unlock(${number})`);
}
