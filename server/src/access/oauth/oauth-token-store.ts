import type { OAuthScope } from "@weft/contract";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { oneRow, sql } from "../../platform/database/sql.ts";

/** The access token of a connected application, which is renewed in place. */
export interface OAuthTokenRow {
  readonly id: string;
  readonly user_id: string;
  readonly client_name: string;
  readonly scope: OAuthScope;
  readonly created_on: Date;
  readonly revoked_on: Date | null;
  readonly refresh_hash: Buffer;
  readonly former_refresh_hash: Buffer | null;
  /** When the former refresh token was replaced. */
  readonly refreshed_on: Date | null;
}

interface TokenSecrets {
  readonly secretHash: Buffer;
  readonly refreshHash: Buffer;
  readonly expiresOn: Date;
}

interface NewOAuthToken extends TokenSecrets {
  readonly id: string;
  readonly userId: string;
  readonly clientName: string;
  readonly scope: OAuthScope;
  readonly familyHash: Buffer;
}

/** With empty rights of its own: see 0042_oauth.sql. */
export async function insertOAuthToken(tx: Transaction, orgId: string, token: NewOAuthToken): Promise<void> {
  await tx.query(sql`
    insert into access_tokens (org_id, id, user_id, label, rights, scope, client_name, secret_hash, family_hash,
      refresh_hash, expires_on, created_by_id)
    values (${orgId}, ${token.id}, ${token.userId}, ${token.clientName}, '[]', ${token.scope}, ${token.clientName},
      ${token.secretHash}, ${token.familyHash}, ${token.refreshHash}, ${token.expiresOn}, ${token.userId})`);
}

export async function lockOAuthToken(
  tx: Transaction,
  orgId: string,
  familyHash: Buffer,
): Promise<OAuthTokenRow | undefined> {
  const rows = await tx.query<OAuthTokenRow>(sql`
    select id, user_id, client_name, scope, created_on, revoked_on, refresh_hash, former_refresh_hash, refreshed_on
    from access_tokens where org_id = ${orgId} and family_hash = ${familyHash} for update`);
  return rows[0];
}

interface Renewal extends TokenSecrets {
  readonly formerRefreshHash: Buffer | null;
  readonly refreshedOn: Date | null;
}

export async function renewOAuthToken(tx: Transaction, orgId: string, id: string, renewal: Renewal): Promise<void> {
  oneRow(
    await tx.query(sql`
      update access_tokens set secret_hash = ${renewal.secretHash}, refresh_hash = ${renewal.refreshHash},
        former_refresh_hash = ${renewal.formerRefreshHash}, refreshed_on = ${renewal.refreshedOn},
        expires_on = ${renewal.expiresOn}, version = version + 1, updated_on = now()
      where org_id = ${orgId} and id = ${id} returning id`),
  );
}

interface FoundOAuthToken {
  readonly id: string;
  readonly user_id: string;
  readonly client_name: string;
}

/** By the hash of an access token or by that of a family, of a connection that is not revoked. */
export async function findOAuthToken(db: Database, orgId: string, hash: Buffer): Promise<FoundOAuthToken | undefined> {
  const rows = await db.query<FoundOAuthToken>(sql`
    select id, user_id, client_name from access_tokens
    where org_id = ${orgId} and (secret_hash = ${hash} or family_hash = ${hash})
      and scope is not null and revoked_on is null`);
  return rows[0];
}
