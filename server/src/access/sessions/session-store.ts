import type { Transaction } from "../../platform/database/database.ts";
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
