import type { Database, Transaction } from "../../platform/database/database.ts";
import { sql } from "../../platform/database/sql.ts";

/** Whose failures are counted: an account within its org (scope: the org's id), or an address (scope: ""). */
export interface FailureSubject {
  readonly scope: string;
  readonly subject: string;
}

export interface Failures {
  readonly failures: number;
  /** By the database's clock, which all nodes share. */
  readonly secondsSince: number;
}

export async function findFailures(db: Database, { scope, subject }: FailureSubject): Promise<Failures | undefined> {
  const rows = await db.query<Failures>(sql`
    select failures, extract(epoch from now() - failed_on)::double precision as "secondsSince"
    from login_failures where scope = ${scope} and subject = ${subject}`);
  return rows[0];
}

/** Failures are forgotten after a quiet quarter of an hour. */
export async function countFailure(tx: Transaction, { scope, subject }: FailureSubject): Promise<void> {
  await tx.query(sql`
    insert into login_failures as known (scope, subject, failures, failed_on)
    values (${scope}, ${subject}, 1, now())
    on conflict (scope, subject) do update set
      failures = case when known.failed_on < now() - interval '15 minutes' then 1 else known.failures + 1 end,
      failed_on = now()`);
}

export async function forgetFailures(tx: Transaction, { scope, subject }: FailureSubject): Promise<void> {
  await tx.query(sql`delete from login_failures where scope = ${scope} and subject = ${subject}`);
}

export async function deleteOldFailures(tx: Transaction): Promise<void> {
  await tx.query(sql`delete from login_failures where failed_on < now() - interval '15 minutes'`);
}
