import type { Database, Transaction } from "../../platform/database/database.ts";
import { oneRow } from "../../platform/database/one-row.ts";
import { sql } from "../../platform/database/sql.ts";

export interface NewSession {
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
  await tx.query(sql`/* of all orgs */ delete from sessions where expires_on < now()`);
}

/** The valid sessions and access tokens of a user. */
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
          where org_id = ${orgId} and user_id = ${userId} and revoked_on is null and expires_on > now()) as tokens`),
  );
}
