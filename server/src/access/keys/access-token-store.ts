import type { OAuthScope, Preset, Right } from "@weft/contract";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { oneRow, prepared, sql } from "../../platform/database/sql.ts";

export interface AccessTokenRow {
  readonly id: string;
  readonly app_id: string | null;
  readonly user_id: string | null;
  readonly label: string;
  readonly preset: Preset | null;
  readonly rights: Right[] | null;
  readonly task_id: string | null;
  /** Of an assistant that is connected by OAuth. */
  readonly scope: OAuthScope | null;
  readonly client_name: string | null;
  readonly expires_on: Date;
  readonly revoked_on: Date | null;
  readonly last_used_on: Date | null;
  readonly created_by_id: string | null;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
}

type NewAccessToken = Omit<
  AccessTokenRow,
  "scope" | "client_name" | "revoked_on" | "last_used_on" | "version" | "created_on" | "updated_on"
> & {
  readonly secret_hash: Buffer;
};

export async function insertAccessToken(
  tx: Transaction,
  orgId: string,
  token: NewAccessToken,
): Promise<AccessTokenRow> {
  const rights = token.rights === null ? null : JSON.stringify(token.rights);
  const rows = await tx.query<AccessTokenRow>(sql`
    insert into access_tokens (org_id, id, app_id, user_id, label, secret_hash, preset, rights, task_id,
      expires_on, created_by_id)
    values (${orgId}, ${token.id}, ${token.app_id}, ${token.user_id}, ${token.label}, ${token.secret_hash},
      ${token.preset}, ${rights}, ${token.task_id}, ${token.expires_on}, ${token.created_by_id})
    returning *`);
  return oneRow(rows);
}

export async function findAccessToken(db: Database, orgId: string, id: string): Promise<AccessTokenRow | undefined> {
  const rows = await db.query<AccessTokenRow>(prepared`
    select * from access_tokens where org_id = ${orgId} and id = ${id}`);
  return rows[0];
}

// Sign-ins create tokens continually; lists are filtered in memory.
const tokensMax = 20_000;

/**
 * Beyond the limit, only the newest. Excludes tokens that workflows send with their calls, which need no management.
 */
export async function listAccessTokens(db: Database, orgId: string): Promise<AccessTokenRow[]> {
  return db.query<AccessTokenRow>(sql`
    select * from (
      select * from access_tokens where org_id = ${orgId} and (task_id is null or created_by_id is not null)
      order by id desc limit ${tokensMax}
    ) as newest order by id`);
}

export async function saveAccessTokenLabel(
  tx: Transaction,
  orgId: string,
  id: string,
  label: string,
): Promise<AccessTokenRow> {
  const rows = await tx.query<AccessTokenRow>(sql`
    update access_tokens set label = ${label}, version = version + 1, updated_on = now()
    where org_id = ${orgId} and id = ${id} returning *`);
  return oneRow(rows);
}

export async function lockAccessToken(tx: Transaction, orgId: string, id: string): Promise<AccessTokenRow | undefined> {
  const rows = await tx.query<AccessTokenRow>(sql`
    select * from access_tokens where org_id = ${orgId} and id = ${id} for update`);
  return rows[0];
}

export async function revokeAccessToken(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`
    update access_tokens set revoked_on = now(), version = version + 1, updated_on = now()
    where org_id = ${orgId} and id = ${id} and revoked_on is null`);
}

export async function deleteAccessToken(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`delete from access_tokens where org_id = ${orgId} and id = ${id}`);
}

export async function revokeTokensOfUser(tx: Transaction, orgId: string, userId: string): Promise<void> {
  await tx.query(sql`
    update access_tokens set revoked_on = now(), version = version + 1, updated_on = now()
    where org_id = ${orgId} and user_id = ${userId} and revoked_on is null`);
}

/**
 * Keeps a token for a while after its expiry, so that an operator can still see what it was; not one of a task. The
 * tasks of a suspended org wait, and their tokens with them.
 */
export async function deleteLongExpiredTokens(tx: Transaction): Promise<void> {
  await tx.query(sql`
    /* of all orgs: expired rows */ delete from access_tokens
    where expires_on < now() and (task_id is not null or expires_on < now() - interval '30 days')
      and org_id not in (select id from orgs where suspended_on is not null)`);
}

interface NewTaskToken {
  readonly id: string;
  readonly taskId: string;
  readonly owner: { readonly type: "app" | "user"; readonly id: string };
  readonly secretHash: Buffer;
  readonly expiresOn: Date;
}

/** Returns the ids of tokens whose owner exists. They have no creator, because no user requested them. */
export async function insertTaskTokens(
  tx: Transaction,
  orgId: string,
  tokens: readonly NewTaskToken[],
): Promise<ReadonlySet<string>> {
  const rows = tokens.map(({ id, taskId, owner, secretHash, expiresOn }) => ({
    id,
    taskId,
    appId: owner.type === "app" ? owner.id : null,
    userId: owner.type === "user" ? owner.id : null,
    secretHash: secretHash.toString("hex"),
    expiresOn,
  }));
  const inserted = await tx.query<{ id: string }>(prepared`
    insert into access_tokens (org_id, id, app_id, user_id, label, secret_hash, preset, task_id, expires_on)
    select ${orgId}, id, "appId", "userId", 'callback of task ' || "taskId", decode("secretHash", 'hex'), 'callback',
      "taskId", "expiresOn"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (
      id text, "taskId" text, "appId" text, "userId" text, "secretHash" text, "expiresOn" timestamptz)
    where exists (select 1 from apps where org_id = ${orgId} and apps.id = new."appId")
      or exists (select 1 from users where org_id = ${orgId} and users.id = new."userId" and is_active)
    returning id`);
  return new Set(inserted.map(({ id }) => id));
}

export async function deleteTaskTokens(tx: Transaction, orgId: string, taskId: string): Promise<void> {
  await tx.query(prepared`delete from access_tokens where task_id = ${taskId} and org_id = ${orgId}`);
}
