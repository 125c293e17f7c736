import type { Database, Transaction } from "../platform/database/database.ts";
import { prepared, preparedAs, sql } from "../platform/database/sql.ts";
import type { StoredGrants } from "./grants.ts";

/** A valid credential with its org and its owner. */
export interface CredentialRow extends StoredGrants {
  readonly id: string;
  readonly label: string | null;
  readonly task_id: string | null;
  readonly rate_per_second: number | null;
  readonly allowed_addresses: string[];
  readonly expires_on: Date | null;
  readonly secret_hash: Buffer;
  readonly org_id: string;
  readonly org_slug: string;
  readonly org_name: string;
  readonly org_suspended_on: Date | null;
  readonly org_suspension_reason: string | null;
  readonly app_id: string | null;
  readonly app_name: string | null;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly user_email: string | null;
}

export interface ShownKey {
  readonly orgId: string;
  readonly secretHash: Buffer;
}

/** The valid ones among the keys, which may be of several organizations if the database is not distributed. */
export function findKeys(db: Database, keys: readonly ShownKey[]): Promise<CredentialRow[]> {
  const orgIds = keys.map(({ orgId }) => orgId);
  const [first = ""] = orgIds;
  const isOneOrg = orgIds.every((orgId) => orgId === first);
  const statement = sql`
    select k.id, k.label, null as scope, k.preset, k.rights, null as task_id, k.rate_per_second, k.allowed_addresses, k.expires_on,
      k.secret_hash, o.id as org_id, o.slug as org_slug, o.name as org_name, o.suspended_on as org_suspended_on,
      o.suspension_reason as org_suspension_reason, a.id as app_id, a.name as app_name, u.id as user_id, u.name as user_name, u.email as user_email, u.role as user_role, r.rights as role_rights
    from unnest(${orgIds}::text[], ${keys.map(({ secretHash }) => secretHash)}::bytea[]) as shown (org_id, secret_hash)
    join api_keys k on k.org_id = ${isOneOrg ? first : sql`shown.org_id`} and k.secret_hash = shown.secret_hash
    join orgs o on o.id = k.org_id
    left join apps a on a.org_id = k.org_id and a.id = k.app_id
    left join users u on u.org_id = k.org_id and u.id = k.user_id
    left join roles r on r.org_id = u.org_id and r.name = u.role
    where k.revoked_on is null and (k.expires_on is null or k.expires_on > now()) and (u.id is null or u.is_active)`;
  return db.query<CredentialRow>(preparedAs(isOneOrg ? "find_keys_of_org" : "find_keys", statement));
}

export async function findToken(db: Database, orgId: string, secretHash: Buffer): Promise<CredentialRow | undefined> {
  const rows = await db.query<CredentialRow>(prepared`
    select t.id, t.label, t.scope, t.preset, t.rights, t.task_id, null as rate_per_second, '{}'::text[] as allowed_addresses,
      t.expires_on, t.secret_hash, o.id as org_id, o.slug as org_slug, o.name as org_name,
      o.suspended_on as org_suspended_on, o.suspension_reason as org_suspension_reason, a.id as app_id, a.name as app_name,
      u.id as user_id, u.name as user_name, u.email as user_email, u.role as user_role, r.rights as role_rights
    from access_tokens t
    join orgs o on o.id = t.org_id
    left join apps a on a.org_id = t.org_id and a.id = t.app_id
    left join users u on u.org_id = t.org_id and u.id = t.user_id
    left join roles r on r.org_id = u.org_id and r.name = u.role
    where t.org_id = ${orgId} and t.secret_hash = ${secretHash} and t.revoked_on is null and t.expires_on > now()
      and (u.id is null or u.is_active)`);
  return rows[0];
}

export async function findSession(db: Database, orgId: string, secretHash: Buffer): Promise<CredentialRow | undefined> {
  const rows = await db.query<CredentialRow>(prepared`
    select u.id, null as label, null as scope, null as preset, null::jsonb as rights, null as task_id, null as rate_per_second,
      '{}'::text[] as allowed_addresses, s.expires_on, s.secret_hash, o.id as org_id, o.slug as org_slug, o.name as org_name,
      o.suspended_on as org_suspended_on, o.suspension_reason as org_suspension_reason, null as app_id, null as app_name,
      u.id as user_id, u.name as user_name, u.email as user_email, u.role as user_role, r.rights as role_rights
    from sessions s
    join orgs o on o.id = s.org_id
    join users u on u.org_id = s.org_id and u.id = s.user_id
    left join roles r on r.org_id = u.org_id and r.name = u.role
    where s.org_id = ${orgId} and s.secret_hash = ${secretHash} and s.expires_on > now() and u.is_active`);
  return rows[0];
}

export interface CredentialUse {
  readonly table: "api_keys" | "access_tokens";
  readonly orgId: string;
  readonly id: string;
}

/** Records the last use of the credentials, in one statement per table. */
export async function noteUses(tx: Transaction, uses: readonly CredentialUse[]): Promise<void> {
  const keys = JSON.stringify(uses.filter(({ table }) => table === "api_keys"));
  const tokens = JSON.stringify(uses.filter(({ table }) => table === "access_tokens"));
  await tx.query(sql`
    /* of all orgs: uses of half a minute */ update api_keys k set last_used_on = now()
    from jsonb_to_recordset(${keys}) as used("orgId" text, id text) where k.org_id = used."orgId" and k.id = used.id`);
  await tx.query(sql`
    /* of all orgs: uses of half a minute */ update access_tokens t set last_used_on = now()
    from jsonb_to_recordset(${tokens}) as used("orgId" text, id text) where t.org_id = used."orgId" and t.id = used.id`);
}

/** The owner and the optional label of each credential, by id. The id of a session is its user's. */
export async function findCredentialLabels(
  db: Database,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, { readonly owner: string; readonly label: string | null }>> {
  const rows = await db.query<{ id: string; owner: string; label: string | null }>(prepared`
    select shown.id, coalesce(a.name, u.name, '') as owner, shown.label
    from (
      select id, app_id, user_id, label from api_keys where org_id = ${orgId} and id = any(${[...ids]}::text[])
      union all
      select id, app_id, user_id, label from access_tokens where org_id = ${orgId} and id = any(${[...ids]}::text[])
      union all
      select id, null, id, null from users where org_id = ${orgId} and id = any(${[...ids]}::text[])
    ) as shown
    left join apps a on a.org_id = ${orgId} and a.id = shown.app_id
    left join users u on u.org_id = ${orgId} and u.id = shown.user_id`);
  return new Map(rows.map(({ id, owner, label }) => [id, { owner, label }]));
}

/** A user, key, token or app with its grants, whether it is valid or not. */
export interface StandingRow extends StoredGrants {
  readonly type: "user" | "key" | "token" | "app";
  /** The id it was looked up by: for a key, the first of its rotation chain. */
  readonly ref_id: string;
  readonly label: string | null;
  readonly task_id: string | null;
  readonly expires_on: Date | null;
  readonly revoked_on: Date | null;
  readonly app_id: string | null;
  readonly app_name: string | null;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly is_active: boolean | null;
}

/** Newest keys first. */
export async function findStandingRows(
  db: Database,
  orgId: string,
  wanted: readonly { readonly type: StandingRow["type"]; readonly id: string }[],
): Promise<StandingRow[]> {
  const idsOf = (type: StandingRow["type"]) => wanted.filter((one) => one.type === type).map(({ id }) => id);
  return db.query<StandingRow>(prepared`
    select c.type, c.ref_id, c.label, c.scope, c.preset, c.rights, c.task_id, c.expires_on, c.revoked_on,
      a.id as app_id, a.name as app_name, u.id as user_id, u.name as user_name, u.is_active, u.role as user_role,
      r.rights as role_rights
    from (
      select 'key' as type, coalesce(rotated_from_id, id) as ref_id, app_id, user_id, label, null as scope, preset,
        rights, null as task_id, expires_on, revoked_on, created_on
      from api_keys
      where org_id = ${orgId} and (id = any(${idsOf("key")}::text[]) or rotated_from_id = any(${idsOf("key")}::text[]))
      union all
      select 'token', id, app_id, user_id, label, scope, preset, rights, task_id, expires_on, revoked_on, created_on
      from access_tokens where org_id = ${orgId} and id = any(${idsOf("token")}::text[])
      union all
      select 'user', id, null, id, null, null, null, null::jsonb, null, null::timestamptz, null::timestamptz, created_on
      from users where org_id = ${orgId} and id = any(${idsOf("user")}::text[])
      union all
      select 'app', id, id, null, null, null, null, rights, null, null::timestamptz, null::timestamptz, created_on
      from apps where org_id = ${orgId} and id = any(${idsOf("app")}::text[])
    ) as c
    left join apps a on a.org_id = ${orgId} and a.id = c.app_id
    left join users u on u.org_id = ${orgId} and u.id = c.user_id
    left join roles r on r.org_id = ${orgId} and r.name = u.role
    order by c.created_on desc`);
}
