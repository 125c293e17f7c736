import type { Database } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";

export interface ActorRow {
  readonly id: string;
  readonly type: "user" | "app";
  readonly name: string;
}

/** The users and apps with these ids. */
export async function findActors(db: Database, orgId: string, ids: readonly string[]): Promise<ActorRow[]> {
  return db.query<ActorRow>(prepared`
    select id, 'user' as type, name from users where org_id = ${orgId} and id = any(${[...ids]}::text[])
    union all
    select id, 'app' as type, name from apps where org_id = ${orgId} and id = any(${[...ids]}::text[])`);
}
