import { entityTypeOf } from "../../entity-types/type-tree.ts";
import type { Budget } from "../../platform/budgets/budget.ts";
import type { BoundedRows } from "../../platform/database/bounded-query.ts";
import type { BoundedDatabase, Database } from "../../platform/database/database.ts";
import { prepared, sql } from "../../platform/database/sql.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { type Entity, type EntityRow, entityOfRow } from "./entity.ts";

/** The columns of an entity except its properties. Prepared statements, whose parts are always values, list them. */
export const entityColumns = sql`entity_type, id, type_path, name, federated_id, project_id, version, created_on,
  updated_on, created_by_id, updated_by_id`;

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

/** By id, the federatedIds of those of these entities that have one. */
export async function findFederatedIds(
  db: Database,
  orgId: string,
  entityType: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; federated_id: string }>(prepared`
    select id, federated_id from entities
    where org_id = ${orgId} and entity_type = ${entityType} and id = any(${[...ids]}::text[])
      and federated_id is not null
    order by id`);
  return new Map(rows.map(({ id, federated_id }) => [id, federated_id]));
}

/** The name of an entity, its roles if it is an item, and what rights on it depend on. */
type LabelRow = Pick<EntityRow, "id" | "type_path" | "project_id" | "name"> & { readonly roles: JsonValue };

export async function findLabels(
  db: Database,
  orgId: string,
  entityType: string,
  ids: readonly string[],
): Promise<LabelRow[]> {
  return db.query<LabelRow>(prepared`
    select id, type_path, project_id, name, properties -> 'roles' as roles from entities
    where org_id = ${orgId} and entity_type = ${entityType} and id = any(${[...ids]}::text[])
    order by id`);
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

export async function findEntityHeadsByFederatedIds(
  db: Database,
  orgId: string,
  entityType: string,
  federatedIds: readonly string[],
): Promise<EntityHeadRow[]> {
  return db.query<EntityHeadRow>(prepared`
    select entity_type, id, type_path, name, federated_id, project_id, version, created_on, updated_on, created_by_id,
      updated_by_id, case when pg_column_size(properties) <= ${smallBytes} then properties::text end as properties
    from entities
    where federated_id = any(${[...federatedIds]}::text[]) and entity_type = ${entityType} and org_id = ${orgId}
    order by federated_id`);
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

interface NamedType {
  readonly typePath: string;
  /** The type paths that a short federatedId may lack. */
  readonly prefixes: readonly string[];
}

/**
 * The ids of entities at or below the path, looked up by federatedId, by a short federatedId that fits only one entity,
 * and otherwise by id.
 */
export async function findIdsOfNames(
  db: Database,
  orgId: string,
  { typePath, prefixes }: NamedType,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const entityType = entityTypeOf(typePath);
  const rows = await db.query<{ name: string; id: string | null }>(prepared`
    select names.name, coalesce(
      (select id from entities
       where federated_id = names.name and entity_type = ${entityType} and org_id = ${orgId}
         and (type_path = ${typePath} or starts_with(type_path, ${`${typePath}:`}))),
      (select min(id) from entities
       where federated_id = any(array(select prefix || ':' || names.name from unnest(${[...prefixes]}::text[]) as prefix))
         and entity_type = ${entityType} and org_id = ${orgId}
       having count(*) = 1),
      (select id from entities
       where org_id = ${orgId} and entity_type = ${entityType} and id = names.name
         and (type_path = ${typePath} or starts_with(type_path, ${`${typePath}:`})))
    ) as id
    from unnest(${[...names]}::text[]) as names (name)`);
  return new Map(rows.flatMap(({ name, id }): [string, string][] => (id === null ? [] : [[name, id]])));
}

/** By federatedId, the types of stored entities. */
export async function findTypePaths(
  db: Database,
  orgId: string,
  entityType: string,
  federatedIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(federatedIds)].filter((federatedId) => federatedId !== "");
  if (wanted.length === 0) {
    return new Map();
  }
  const rows = await db.query<{ federated_id: string; type_path: string }>(prepared`
    select federated_id, type_path from entities
    where org_id = ${orgId} and entity_type = ${entityType} and federated_id = any(${wanted}::text[])`);
  return new Map(rows.map(({ federated_id, type_path }) => [federated_id, type_path]));
}

/** The federatedIds of the first custom entities that have kept a short one. */
export async function findShortFederatedIds(db: Database): Promise<readonly string[]> {
  const rows = await db.query<{ federated_id: string }>(sql`
    select federated_id from entities /* of all orgs: doctor */
    where entity_type = 'custom-entity' and not starts_with(federated_id, 'custom-entity:')
    order by federated_id limit 1000`);
  return rows.map(({ federated_id }) => federated_id);
}

interface ExpectedEntity {
  readonly entityType: string;
  /** Absent for an entity that must not exist. */
  readonly entityId?: string;
  readonly federatedId: string | null;
  readonly version?: number;
}

/**
 * The first entity that no longer has its expected version, or that exists although it must not. Looked up one by one:
 * for a join with a limit, the planner expects an early end and scans the whole table for each.
 */
export async function findChanged(
  db: Database,
  orgId: string,
  expected: readonly ExpectedEntity[],
): Promise<string | undefined> {
  const rows = await db.query<{ name: string }>(prepared`
    select input."entityType" || ' ' || coalesce(input."entityId", input."federatedId") as name
    from jsonb_to_recordset(${JSON.stringify(expected)}::jsonb) as input (
      "entityType" text, "entityId" text, "federatedId" text, version integer)
    where case when input."entityId" is null
      then exists (
        select 1 from entities
        where federated_id = input."federatedId" and entity_type = input."entityType" and org_id = ${orgId})
      else not exists (
        select 1 from entities
        where org_id = ${orgId} and entity_type = input."entityType" and id = input."entityId"
          and version = coalesce(input.version, version))
      end
    limit 1`);
  return rows[0]?.name;
}

export async function mergePendingEntries(db: Database): Promise<void> {
  await db.query(sql`select merge_pending_entries()`);
}

/** The planner's statistics are outdated after a load: it would choose the wrong index for entities. */
export async function renewStatistics(db: Database): Promise<void> {
  await db.query(sql`select renew_entity_statistics()`);
}

/**
 * The same if the table has become several times as large since the last time. PostgreSQL itself looks at a table once a
 * minute at most: until then, a write to a new table reads all entities of the org to find a few.
 */
export async function renewStatisticsIfGrown(db: Database): Promise<void> {
  await db.query(sql`
    select renew_entity_statistics() from pg_class
    where oid = 'entities'::regclass and pg_relation_size(oid) > greatest(10, 4 * relpages) * 8192`);
}

export async function isStored(db: Database, orgId: string, entityType: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from entities where org_id = ${orgId} and entity_type = ${entityType} and id = ${id}`);
  return rows.length > 0;
}

/** Whether an entity has the id as the value of the property, or in it. Found by the index on properties. */
export async function isReferredToBy(db: Database, orgId: string, id: string, slug: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from entities
    where org_id = ${orgId} and (properties @> ${JSON.stringify({ [slug]: id })}::jsonb
      or properties @> ${JSON.stringify({ [slug]: [id] })}::jsonb)
    limit 1`);
  return rows.length > 0;
}
