import type { Presentation, PropertyDefinition } from "@weft/contract";
import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow, prepared, sql } from "../platform/database/sql.ts";
import type { OptionPair } from "./kinds/property-kind.ts";

export interface EntityTypeRow {
  /** The type's path. */
  readonly id: string;
  readonly label: string;
  readonly mode: "open" | "strict";
  readonly is_described: boolean;
  readonly properties: readonly PropertyDefinition[];
  readonly presentation: Presentation | null;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
  readonly created_by_id: string | null;
  readonly updated_by_id: string | null;
}

type ContentColumn = "id" | "label" | "mode" | "is_described" | "properties" | "presentation";

interface EntityTypeContent extends Pick<EntityTypeRow, ContentColumn> {
  /** The version of a type that is saved for the first time; a root type has a version before it is saved. */
  readonly firstVersion: number;
}

// More types than an org defines in practice; the whole tree is kept in memory.
const typesMax = 20_000;

export async function listEntityTypes(db: Database, orgId: string): Promise<EntityTypeRow[]> {
  return db.query<EntityTypeRow>(prepared`
    select id, label, mode, is_described, properties, presentation, version, created_on, updated_on, created_by_id,
      updated_by_id
    from entity_types where org_id = ${orgId} order by id limit ${typesMax}`);
}

export async function saveEntityType(
  tx: Transaction,
  orgId: string,
  type: EntityTypeContent,
  actorId: string,
): Promise<EntityTypeRow> {
  const rows = await tx.query<EntityTypeRow>(sql`
    insert into entity_types (org_id, id, label, mode, is_described, properties, presentation, version, created_by_id,
      updated_by_id)
    values (${orgId}, ${type.id}, ${type.label}, ${type.mode}, ${type.is_described},
      ${JSON.stringify(type.properties)}, ${type.presentation === null ? null : JSON.stringify(type.presentation)},
      ${type.firstVersion}, ${actorId}, ${actorId})
    on conflict (org_id, id) do update
    set label = excluded.label, mode = excluded.mode, is_described = excluded.is_described,
        properties = excluded.properties, presentation = excluded.presentation,
        version = entity_types.version + 1, updated_on = excluded.updated_on, updated_by_id = excluded.updated_by_id
    returning *`);
  return oneRow(rows);
}

export async function deleteEntityType(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`delete from entity_types where org_id = ${orgId} and id = ${id}`);
}

/** Adds types that were seen on entities; existing ones are unchanged. */
export async function insertSeenTypes(
  tx: Transaction,
  orgId: string,
  paths: readonly string[],
  actorId: string,
): Promise<void> {
  await tx.query(sql`
    insert into entity_types (org_id, id, label, is_described, created_by_id, updated_by_id)
    select ${orgId}, path, path, false, ${actorId}, ${actorId} from unnest(${[...paths]}::text[]) as path
    on conflict do nothing`);
}

/** The searchable properties of every org: indexes are shared by all of them. */
export async function findSearchableProperties(db: Database): Promise<PropertyDefinition[]> {
  const rows = await db.query<{ property: PropertyDefinition }>(sql`
    /* of all orgs: indexes are of all */ select distinct on (property ->> 'slug', property ->> 'propertyType', property ->> 'resultKind') property
    from entity_types, jsonb_array_elements(properties) as property
    where property -> 'searchable' = 'true'`);
  return rows.map(({ property }) => property);
}

export interface OptionSetRow {
  readonly id: string;
  readonly name: string;
  readonly federated_id: string | null;
  readonly options: readonly OptionPair[];
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
  readonly created_by_id: string | null;
  readonly updated_by_id: string | null;
}

type OptionSetContent = Pick<OptionSetRow, "id" | "name" | "federated_id" | "options">;

const setsMax = 20_000;

export async function listOptionSets(db: Database, orgId: string): Promise<OptionSetRow[]> {
  return db.query<OptionSetRow>(prepared`
    select id, name, federated_id, options, version, created_on, updated_on, created_by_id, updated_by_id
    from option_sets where org_id = ${orgId} order by id limit ${setsMax}`);
}

export async function saveOptionSet(
  tx: Transaction,
  orgId: string,
  set: OptionSetContent,
  actorId: string,
): Promise<OptionSetRow> {
  const rows = await tx.query<OptionSetRow>(sql`
    insert into option_sets (org_id, id, name, federated_id, options, created_by_id, updated_by_id)
    values (${orgId}, ${set.id}, ${set.name}, ${set.federated_id}, ${JSON.stringify(set.options)}, ${actorId}, ${actorId})
    on conflict (org_id, id) do update
    set name = excluded.name, federated_id = excluded.federated_id, options = excluded.options,
        version = option_sets.version + 1, updated_on = excluded.updated_on, updated_by_id = excluded.updated_by_id
    returning *`);
  return oneRow(rows);
}

export async function deleteOptionSet(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`delete from option_sets where org_id = ${orgId} and id = ${id}`);
}
