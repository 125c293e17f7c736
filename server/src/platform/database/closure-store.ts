import { unavailable } from "../errors.ts";
import type { Problem } from "../problem.ts";
import type { Database, Transaction } from "./database.ts";
import { sql } from "./sql.ts";

/**
 * Why an operator's command has closed the database for writes: its rows are being copied to another one, the service has
 * moved to another one, or not all rows have been copied into it yet.
 */
type ClosureReason = "moving" | "moved" | "incomplete";

export interface Closure {
  /** Null after the operator has canceled the move. */
  readonly reason: ClosureReason | null;
  /** The same for all attempts to move this database, and in their target. */
  readonly moveId: string;
  /** Another one whenever the database is closed: what an earlier attempt has copied may be out of date. */
  readonly attemptId: string;
  /** The other database, without its password. */
  readonly place: string;
  /** Whether all sessions have ended that began before it was closed, and can therefore write. */
  readonly isQuiet: boolean;
}

/** Undefined if it was never closed. The table exists only in such a database. */
export async function findClosure(db: Database): Promise<Closure | undefined> {
  const found = await db.query(sql`select 1 from pg_class where oid = to_regclass('database_closure')`);
  if (found.length === 0) {
    return undefined;
  }
  const rows = await db.query<Closure>(sql`
    select reason, move_id as "moveId", attempt_id as "attemptId", place, is_quiet as "isQuiet" from database_closure`);
  return rows[0];
}

/** New sessions cannot write from the commit on, unless they ask for it. Existing ones still can. */
export async function closeForWrites(tx: Transaction, closure: Closure): Promise<void> {
  await tx.query(sql`
    create table if not exists database_closure (
      is_only boolean primary key default true check (is_only), reason text, move_id text not null,
      attempt_id text not null, place text not null, is_quiet boolean not null, since timestamptz(3) not null default now())`);
  await noteClosure(tx, closure);
  await tx.query(sql`
    do $$ begin
      execute format('alter database %I set default_transaction_read_only = on', current_database());
    end $$`);
}

export async function noteClosure(tx: Transaction, closure: Closure): Promise<void> {
  const { reason, moveId, attemptId, place, isQuiet } = closure;
  await tx.query(sql`delete from database_closure`);
  await tx.query(sql`
    insert into database_closure (reason, move_id, attempt_id, place, is_quiet)
    values (${reason}, ${moveId}, ${attemptId}, ${place}, ${isQuiet})`);
}

export async function openForWrites(tx: Transaction): Promise<void> {
  await tx.query(sql`
    do $$ begin
      execute format('alter database %I reset default_transaction_read_only', current_database());
    end $$`);
}

const details: Readonly<Record<ClosureReason, string>> = {
  moving:
    "The service is being moved to another database. Reads are served; writes are refused until the move has ended. Retry in a minute.",
  moved:
    "The service has moved to another database. This node serves reads of the former one and refuses writes. Retry on a node that uses the new database.",
  incomplete: "The database is incomplete: weft admin move or weft admin restore has not ended. Run it again.",
};

/** What a write to a closed database is answered with. Undefined if it is read-only for another reason. */
export async function explainClosure(db: Database, cause?: unknown): Promise<Problem | undefined> {
  const closure = await findClosure(db).catch(() => undefined);
  return closure?.reason == null ? undefined : unavailable(details[closure.reason], { retryAfterSeconds: 60, cause });
}
