import type { Database } from "../platform/database/database.ts";
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

/** An entity whose properties are still the text that is stored, to be sent without being read. */
export type EntityTextRow = Omit<EntityRow, "properties"> & { readonly properties: string };

export async function findEntityTexts(
  db: Database,
  orgId: string,
  entityType: string,
  ids: readonly string[],
): Promise<EntityTextRow[]> {
  return db.query<EntityTextRow>(prepared`
    select entity_type, id, type_path, name, federated_id, project_id, version, created_on, updated_on, created_by_id,
      updated_by_id, properties::text as properties
    from entities where org_id = ${orgId} and entity_type = ${entityType} and id = any(${[...ids]}::text[])`);
}

export async function findEntityTextByFederatedId(
  db: Database,
  orgId: string,
  entityType: string,
  federatedId: string,
): Promise<EntityTextRow | undefined> {
  const rows = await db.query<EntityTextRow>(prepared`
    select entity_type, id, type_path, name, federated_id, project_id, version, created_on, updated_on, created_by_id,
      updated_by_id, properties::text as properties
    from entities where federated_id = ${federatedId} and entity_type = ${entityType} and org_id = ${orgId}`);
  return rows[0];
}
