import type { Right } from "@weft/contract";
import type { Database } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";

/** A role, key or token with at least one right on a project. */
export interface ProjectRightsRow {
  readonly org_slug: string;
  readonly kind: "role" | "api-key" | "access-token";
  readonly id: string;
  readonly label: string;
  readonly rights: readonly Right[];
  /** Saved when such a right still covered kinds outside projects. */
  readonly is_of_old_meaning: boolean;
}

// Up to this migration, rights with a projectId also covered kinds outside projects.
const lastMigrationOfOldMeaning = 17;

/** Custom roles, and valid keys and tokens. */
export async function listProjectRights(db: Database, limit: number): Promise<ProjectRightsRow[]> {
  return db.query<ProjectRightsRow>(sql`
    /* of all orgs */ with holders as (
      select org_id, 'role' as kind, id, name as label, rights, updated_on from roles
      union all
      select org_id, 'api-key', id, label, rights, updated_on from api_keys
      where revoked_on is null and (expires_on is null or expires_on > now())
      union all
      select org_id, 'access-token', id, label, rights, updated_on from access_tokens
      where revoked_on is null and expires_on > now()
    )
    select orgs.slug as org_slug, kind, holders.id, label, rights,
      holders.updated_on < coalesce(
        (select min(applied_on) from schema_migrations where number > ${lastMigrationOfOldMeaning}), 'infinity')
        as is_of_old_meaning
    from holders join orgs on orgs.id = holders.org_id
    where jsonb_path_exists(rights, '$[*].projectId')
    order by orgs.slug, kind, holders.id limit ${limit}`);
}
