import type { Database } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";
import type { Entity } from "./entity.ts";
import { findEntities } from "./entity-store.ts";

/** The entities with these identifiers, which are unique within a type. */
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
