import type { Database } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";

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
