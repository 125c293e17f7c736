import type { Database, Transaction } from "../../platform/database/database.ts";
import { oneRow, sql } from "../../platform/database/sql.ts";

interface NewSession {
  readonly secretHash: Buffer;
  readonly userId: string;
  readonly expiresOn: Date;
}

export async function insertSession(tx: Transaction, orgId: string, session: NewSession): Promise<void> {
  await tx.query(sql`
    insert into sessions (org_id, secret_hash, user_id, expires_on)
    values (${orgId}, ${session.secretHash}, ${session.userId}, ${session.expiresOn})`);
}

export async function deleteSession(tx: Transaction, orgId: string, secretHash: Buffer): Promise<void> {
  await tx.query(sql`delete from sessions where org_id = ${orgId} and secret_hash = ${secretHash}`);
}

export async function deleteSessionsOfUser(tx: Transaction, orgId: string, userId: string): Promise<void> {
  await tx.query(sql`delete from sessions where org_id = ${orgId} and user_id = ${userId}`);
}

export async function deleteExpiredSessions(tx: Transaction): Promise<void> {
  await tx.query(sql`/* of all orgs: expired rows */ delete from sessions where expires_on < now()`);
}

/** The valid sessions and access tokens of a user. That of an assistant may be renewed after its expiry. */
export async function countSignIns(
  db: Database,
  orgId: string,
  userId: string,
): Promise<{ readonly sessions: number; readonly tokens: number }> {
  return oneRow(
    await db.query<{ sessions: number; tokens: number }>(sql`
      select
        (select count(*) from sessions where org_id = ${orgId} and user_id = ${userId} and expires_on > now()) as sessions,
        (select count(*) from access_tokens
          where org_id = ${orgId} and user_id = ${userId} and revoked_on is null
            and (expires_on > now() or refresh_hash is not null)) as tokens`),
  );
}

/**
 * Whose failures are counted: an address (scope: ""), or an account (scope: its org's id) as a whole, per address or
 * per known device.
 */
export interface FailureSubject {
  readonly scope: string;
  readonly subject: string;
}

interface Failures {
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
export async function undoFailure(tx: Transaction, { scope, subject }: FailureSubject): Promise<void> {
  await tx.query(sql`
    update login_failures set failures = greatest(0, failures - 1)
    where scope = ${scope} and subject = ${subject}`);
}

export async function clearFailures(tx: Transaction, { scope, subject }: FailureSubject): Promise<void> {
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
