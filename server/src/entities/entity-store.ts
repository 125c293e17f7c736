import type { Budget } from "../platform/budgets/budget.ts";
import type { BoundedRows } from "../platform/database/bounded-query.ts";
import type { BoundedDatabase, Database } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";
import type { Entity } from "./entity.ts";
import { type EntityRow, entityOfRow } from "./entity-row.ts";

export async function findEntities(
  db: Database,
  orgId: string,
  entityType: string,
  ids: readonly string[],
): Promise<Entity[]> {
  const rows = await db.query<EntityRow>(prepared`
    select entity_type, id, type_path, name, federated_id, project_id, version, created_on, updated_on, created_by_id,
      updated_by_id, properties
    from entities where org_id = ${orgId} and entity_type = ${entityType} and id = any(${[...ids]}::text[])
    order by id`);
  return rows.map(entityOfRow);
}

/** The subset of the ids that are projects, for rights that name them. */
export async function findProjects(db: Database, orgId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(prepared`
    select id from entities where org_id = ${orgId} and entity_type = 'project' and id = any(${[...ids]}::text[])
    order by id`);
  return new Set(rows.map(({ id }) => id));
}

/** An entity with its properties as stored text, to be sent without parsing. */
export type EntityTextRow = Omit<EntityRow, "properties"> & { readonly properties: string };

/** The same, with null for the properties of a large entity: they are read separately, within a budget. */
export type EntityHeadRow = Omit<EntityRow, "properties"> & { readonly properties: string | null };

// The stored size. PostgreSQL compresses values above 2 kB, at best to an eightieth, so the read size is bounded as
// well.
const smallBytes = 4_096;

export async function findEntityHeads(
  db: Database,
  orgId: string,
  entityType: string,
  ids: readonly string[],
): Promise<EntityHeadRow[]> {
  return db.query<EntityHeadRow>(prepared`
    select entity_type, id, type_path, name, federated_id, project_id, version, created_on, updated_on, created_by_id,
      updated_by_id, case when pg_column_size(properties) <= ${smallBytes} then properties::text end as properties
    from entities where org_id = ${orgId} and entity_type = ${entityType} and id = any(${[...ids]}::text[])`);
}

export async function findEntityHeadByFederatedId(
  db: Database,
  orgId: string,
  entityType: string,
  federatedId: string,
): Promise<EntityHeadRow | undefined> {
  const rows = await db.query<EntityHeadRow>(prepared`
    select entity_type, id, type_path, name, federated_id, project_id, version, created_on, updated_on, created_by_id,
      updated_by_id, case when pg_column_size(properties) <= ${smallBytes} then properties::text end as properties
    from entities where federated_id = ${federatedId} and entity_type = ${entityType} and org_id = ${orgId}`);
  return rows[0];
}

export async function findEntityText(
  db: BoundedDatabase,
  orgId: string,
  { entityType, id }: { readonly entityType: string; readonly id: string },
  budget: Budget,
): Promise<EntityTextRow | undefined> {
  const statement = prepared`
    select entity_type, id, type_path, name, federated_id, project_id, version, created_on, updated_on, created_by_id,
      updated_by_id, properties::text as properties
    from entities where org_id = ${orgId} and entity_type = ${entityType} and id = ${id}`;
  const { rows }: BoundedRows<EntityTextRow> = await db.queryWithin<EntityTextRow>(statement, budget);
  return rows[0];
}
