import type { Transaction } from "../../platform/database/database.ts";
import { oneRow } from "../../platform/database/one-row.ts";
import { sql } from "../../platform/database/sql.ts";

/**
 * Whose failures are counted: an address (scope: ""), or an account (scope: its org's id) as a whole, per address or
 * per known device.
 */
export interface FailureSubject {
  readonly scope: string;
  readonly subject: string;
}

export interface Failures {
  readonly failures: number;
  /** By the database's clock, which all nodes share. */
  readonly secondsSince: number;
}

/** Serializes attempts on the same subject, including the first. */
export async function lockFailures(tx: Transaction, { scope, subject }: FailureSubject): Promise<Failures> {
  const rows = await tx.query<Failures>(sql`
    insert into login_failures as known (scope, subject, failures, failed_on)
    values (${scope}, ${subject}, 0, clock_timestamp())
    on conflict (scope, subject) do update set failures = known.failures
    returning failures,
      greatest(0, extract(epoch from clock_timestamp() - failed_on)::double precision) as "secondsSince"`);
  return oneRow(rows);
}

/** Requires lockFailures. Failures expire after a quiet quarter of an hour. */
export async function countFailure(tx: Transaction, { scope, subject }: FailureSubject): Promise<void> {
  await tx.query(sql`
    update login_failures set
      failures = case when failed_on < now() - interval '15 minutes' then 1 else failures + 1 end,
      failed_on = clock_timestamp()
    where scope = ${scope} and subject = ${subject}`);
}

/** The attempt counted beforehand succeeded. */
export async function takeBackFailure(tx: Transaction, { scope, subject }: FailureSubject): Promise<void> {
  await tx.query(sql`
    update login_failures set failures = greatest(0, failures - 1)
    where scope = ${scope} and subject = ${subject}`);
}

export async function forgetFailures(tx: Transaction, { scope, subject }: FailureSubject): Promise<void> {
  await tx.query(sql`delete from login_failures where scope = ${scope} and subject = ${subject}`);
}

/** The time at which the subject's bucket will be empty. Serializes attempts on it. */
export async function lockPace(tx: Transaction, { scope, subject }: FailureSubject, now: Date): Promise<Date> {
  const rows = await tx.query<{ failed_on: Date }>(sql`
    insert into login_failures as known (scope, subject, failures, failed_on) values (${scope}, ${subject}, 0, ${now})
    on conflict (scope, subject) do update set failures = known.failures
    returning failed_on`);
  return oneRow(rows).failed_on;
}

/** Requires lockPace. */
export async function savePace(tx: Transaction, { scope, subject }: FailureSubject, usedUpOn: Date): Promise<void> {
  await tx.query(sql`
    update login_failures set failed_on = ${usedUpOn} where scope = ${scope} and subject = ${subject}`);
}

export async function deleteOldFailures(tx: Transaction): Promise<void> {
  await tx.query(sql`delete from login_failures where failed_on < now() - interval '15 minutes'`);
}
