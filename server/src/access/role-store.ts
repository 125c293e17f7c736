import type { Right } from "@weft/contract";
import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow, prepared, sql } from "../platform/database/sql.ts";

export interface RoleRow {
  readonly id: string;
  readonly name: string;
  readonly rights: Right[];
  /** The SCIM group name of this role at the identity provider. */
  readonly display_name: string | null;
  readonly external_id: string | null;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
}

// More than any org needs; lists are filtered in memory.
const rolesMax = 20_000;

export async function insertRole(
  tx: Transaction,
  orgId: string,
  role: Pick<RoleRow, "id" | "name" | "rights" | "display_name" | "external_id">,
): Promise<RoleRow> {
  const rows = await tx.query<RoleRow>(sql`
    insert into roles (org_id, id, name, rights, display_name, external_id)
    values (${orgId}, ${role.id}, ${role.name}, ${JSON.stringify(role.rights)}, ${role.display_name}, ${role.external_id})
    returning *`);
  return oneRow(rows);
}

export async function findRole(db: Database, orgId: string, id: string): Promise<RoleRow | undefined> {
  const rows = await db.query<RoleRow>(prepared`select * from roles where org_id = ${orgId} and id = ${id}`);
  return rows[0];
}

export async function hasRole(db: Database, orgId: string, name: string): Promise<boolean> {
  const rows = await db.query(prepared`select 1 from roles where org_id = ${orgId} and name = ${name}`);
  return rows.length > 0;
}

/** Null if the role does not exist. */
export async function findRightsOfRole(db: Database, orgId: string, name: string): Promise<Right[] | null> {
  const rows = await db.query<Pick<RoleRow, "rights">>(prepared`
    select rights from roles where org_id = ${orgId} and name = ${name}`);
  return rows[0]?.rights ?? null;
}

export async function listRoles(db: Database, orgId: string): Promise<RoleRow[]> {
  return db.query<RoleRow>(sql`select * from roles where org_id = ${orgId} order by id limit ${rolesMax}`);
}

export async function lockRole(tx: Transaction, orgId: string, id: string): Promise<RoleRow | undefined> {
  const rows = await tx.query<RoleRow>(sql`select * from roles where org_id = ${orgId} and id = ${id} for update`);
  return rows[0];
}

export async function saveRole(tx: Transaction, orgId: string, role: RoleRow): Promise<RoleRow> {
  const rows = await tx.query<RoleRow>(sql`
    update roles set rights = ${JSON.stringify(role.rights)}, display_name = ${role.display_name},
      external_id = ${role.external_id}, version = version + 1, updated_on = now()
    where org_id = ${orgId} and id = ${role.id} returning *`);
  return oneRow(rows);
}

export async function deleteRole(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`delete from roles where org_id = ${orgId} and id = ${id}`);
}

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
    /* of all orgs: doctor */ with holders as (
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
