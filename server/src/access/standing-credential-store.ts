import type { Preset, Right } from "@weft/contract";
import type { Database } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";

/** A user, key, token or app with its grants, whether it is valid or not. */
export interface StandingRow {
  readonly type: "user" | "key" | "token" | "app";
  /** The id it was looked up by: for a key, the first of its rotation chain. */
  readonly ref_id: string;
  readonly label: string | null;
  readonly preset: Preset | null;
  readonly rights: Right[] | null;
  readonly task_id: string | null;
  readonly expires_on: Date | null;
  readonly revoked_on: Date | null;
  readonly app_id: string | null;
  readonly app_name: string | null;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly is_active: boolean | null;
  readonly user_role: string | null;
  readonly role_rights: Right[] | null;
}

/** Newest keys first. */
export async function findStandingRows(
  db: Database,
  orgId: string,
  wanted: readonly { readonly type: StandingRow["type"]; readonly id: string }[],
): Promise<StandingRow[]> {
  const idsOf = (type: StandingRow["type"]) => wanted.filter((one) => one.type === type).map(({ id }) => id);
  return db.query<StandingRow>(prepared`
    select c.type, c.ref_id, c.label, c.preset, c.rights, c.task_id, c.expires_on, c.revoked_on,
      a.id as app_id, a.name as app_name, u.id as user_id, u.name as user_name, u.is_active, u.role as user_role,
      r.rights as role_rights
    from (
      select 'key' as type, coalesce(rotated_from_id, id) as ref_id, app_id, user_id, label, preset, rights,
        null as task_id, expires_on, revoked_on, created_on
      from api_keys
      where org_id = ${orgId} and (id = any(${idsOf("key")}::text[]) or rotated_from_id = any(${idsOf("key")}::text[]))
      union all
      select 'token', id, app_id, user_id, label, preset, rights, task_id, expires_on, revoked_on, created_on
      from access_tokens where org_id = ${orgId} and id = any(${idsOf("token")}::text[])
      union all
      select 'user', id, null, id, null, null, null::jsonb, null, null::timestamptz, null::timestamptz, created_on
      from users where org_id = ${orgId} and id = any(${idsOf("user")}::text[])
      union all
      select 'app', id, id, null, null, null, rights, null, null::timestamptz, null::timestamptz, created_on
      from apps where org_id = ${orgId} and id = any(${idsOf("app")}::text[])
    ) as c
    left join apps a on a.org_id = ${orgId} and a.id = c.app_id
    left join users u on u.org_id = ${orgId} and u.id = c.user_id
    left join roles r on r.org_id = ${orgId} and r.name = u.role
    order by c.created_on desc`);
}
