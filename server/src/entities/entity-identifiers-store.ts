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

/** The entities that have these identifiers, which are unique among those of their type. */
export async function findByIdentifiers(
  db: Database,
  orgId: string,
  entityType: string,
  identifiers: readonly string[],
): Promise<Entity[]> {
  const rows = await db.query<{ entity_id: string }>(prepared`
    select entity_id from unique_keys
    where org_id = ${orgId} and entity_type = ${entityType} and slug = 'identifier'
      and value = any(${[...identifiers]}::text[])`);
  return findEntities(
    db,
    orgId,
    entityType,
    rows.map(({ entity_id }) => entity_id),
  );
}
