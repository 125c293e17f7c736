import type { Preset, Right } from "@weft/contract";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { oneRow, prepared, sql } from "../../platform/database/sql.ts";

export interface ApiKeyRow {
  readonly id: string;
  readonly app_id: string | null;
  readonly user_id: string | null;
  readonly label: string;
  readonly secret_hint: string;
  readonly preset: Preset | null;
  readonly rights: Right[] | null;
  readonly rate_per_second: number | null;
  /** Empty: any address. */
  readonly allowed_addresses: string[];
  readonly expires_on: Date | null;
  readonly revoked_on: Date | null;
  readonly last_used_on: Date | null;
  readonly created_by_id: string | null;
  /** The first key of the rotation chain that this one continues; null for the first. */
  readonly rotated_from_id: string | null;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
}

export type NewApiKey = Omit<ApiKeyRow, "revoked_on" | "last_used_on" | "version" | "created_on" | "updated_on"> & {
  readonly secret_hash: Buffer;
};

// More than any org needs; lists are filtered in memory.
const keysMax = 20_000;

export async function insertApiKey(tx: Transaction, orgId: string, key: NewApiKey): Promise<ApiKeyRow> {
  const rows = await tx.query<ApiKeyRow>(sql`
    insert into api_keys (org_id, id, app_id, user_id, label, secret_hash, secret_hint, preset, rights,
      rate_per_second, allowed_addresses, expires_on, created_by_id, rotated_from_id)
    values (${orgId}, ${key.id}, ${key.app_id}, ${key.user_id}, ${key.label}, ${key.secret_hash}, ${key.secret_hint},
      ${key.preset}, ${toJson(key.rights)}, ${key.rate_per_second}, ${key.allowed_addresses}, ${key.expires_on},
      ${key.created_by_id}, ${key.rotated_from_id})
    returning *`);
  return oneRow(rows);
}

export async function findApiKey(db: Database, orgId: string, id: string): Promise<ApiKeyRow | undefined> {
  const rows = await db.query<ApiKeyRow>(prepared`select * from api_keys where org_id = ${orgId} and id = ${id}`);
  return rows[0];
}

export async function listApiKeys(db: Database, orgId: string): Promise<ApiKeyRow[]> {
  return db.query<ApiKeyRow>(sql`select * from api_keys where org_id = ${orgId} order by id limit ${keysMax}`);
}

export async function listApiKeysOfUser(db: Database, orgId: string, userId: string): Promise<ApiKeyRow[]> {
  return db.query<ApiKeyRow>(sql`
    select * from api_keys where org_id = ${orgId} and user_id = ${userId} order by id limit ${keysMax}`);
}

export async function lockApiKey(tx: Transaction, orgId: string, id: string): Promise<ApiKeyRow | undefined> {
  const rows = await tx.query<ApiKeyRow>(sql`
    select * from api_keys where org_id = ${orgId} and id = ${id} for update`);
  return rows[0];
}

export async function saveApiKey(tx: Transaction, orgId: string, key: ApiKeyRow): Promise<ApiKeyRow> {
  const rows = await tx.query<ApiKeyRow>(sql`
    update api_keys set label = ${key.label}, preset = ${key.preset}, rights = ${toJson(key.rights)},
      rate_per_second = ${key.rate_per_second}, allowed_addresses = ${key.allowed_addresses},
      expires_on = ${key.expires_on}, revoked_on = ${key.revoked_on}, version = version + 1, updated_on = now()
    where org_id = ${orgId} and id = ${key.id} returning *`);
  return oneRow(rows);
}

export async function deleteApiKey(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`delete from api_keys where org_id = ${orgId} and id = ${id}`);
}

/** The user's keys that another user created, and so has seen. */
export async function revokeKeysSeenByOthers(tx: Transaction, orgId: string, userId: string, now: Date): Promise<void> {
  await tx.query(sql`
    update api_keys set revoked_on = ${now}, version = version + 1, updated_on = ${now}
    where org_id = ${orgId} and user_id = ${userId} and created_by_id is distinct from ${userId}
      and revoked_on is null`);
}

/** Returns the ids of the revoked keys. */
export async function revokeKeysOfUser(tx: Transaction, orgId: string, userId: string, now: Date): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    update api_keys set revoked_on = ${now}, version = version + 1, updated_on = ${now}
    where org_id = ${orgId} and user_id = ${userId} and revoked_on is null and (expires_on is null or expires_on > ${now})
    returning id`);
  return rows.map(({ id }) => id);
}

export async function countLiveKeysOfUser(tx: Transaction, orgId: string, userId: string, now: Date): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    select count(*) as count from api_keys
    where org_id = ${orgId} and user_id = ${userId} and revoked_on is null
      and (expires_on is null or expires_on > ${now})`);
  return oneRow(rows).count;
}

export async function countLiveKeys(tx: Transaction, orgId: string, now: Date): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    select count(*) as count from api_keys
    where org_id = ${orgId} and revoked_on is null and (expires_on is null or expires_on > ${now})`);
  return oneRow(rows).count;
}

export async function countLiveKeysOfApp(tx: Transaction, orgId: string, appId: string): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    select count(*) as count from api_keys
    where org_id = ${orgId} and app_id = ${appId} and revoked_on is null and (expires_on is null or expires_on > now())`);
  return oneRow(rows).count;
}

function toJson(rights: Right[] | null): string | null {
  return rights === null ? null : JSON.stringify(rights);
}
