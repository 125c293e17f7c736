import type { Transaction } from "../../platform/database/database.ts";
import type { JsonbParameter } from "../../platform/database/jsonb-bytes.ts";
import { oneRow } from "../../platform/database/one-row.ts";
import { prepared, sql } from "../../platform/database/sql.ts";
import type { UniqueKey } from "./wants.ts";

/** Rows as JSON: the database reads each batch as one value. */
export interface PersistedRows<List = JsonbParameter> {
  readonly insertedRows: List;
  readonly updatedRows: List;
  readonly takenKeys: List;
}

/** Rows as individual JSON texts, not joined into a list. */
export type SerializedRows = readonly string[];

/**
 * Writes new and changed entities with their unique values and returns the time that it set. Uses the clock, not the
 * start of the transaction: the rows are locked, so an entity's times never go backwards.
 */
export async function writeRows(tx: Transaction, orgId: string, rows: PersistedRows): Promise<Date> {
  const answered = await tx.query<{ written_on: Date }>(prepared`
    with moment as (
      select date_trunc('milliseconds', clock_timestamp()) as written_on
    ), inserted as (
      insert into entities (
        org_id, entity_type, id, type_path, name, federated_id, project_id, version, created_on, updated_on,
        created_by_id, updated_by_id, properties)
      select ${orgId}, entity_type, id, type_path, name, federated_id, project_id, version, written_on, written_on,
        created_by_id, updated_by_id, properties
      from moment, jsonb_to_recordset(${rows.insertedRows}::jsonb) as input (
        entity_type text, id text, type_path text, name text, federated_id text, project_id text, version integer,
        created_by_id text, updated_by_id text, properties jsonb)
    ), updated as (
      update entities
      set type_path = input.type_path, name = input.name, federated_id = input.federated_id,
          project_id = input.project_id, version = input.version, updated_on = written_on,
          updated_by_id = input.updated_by_id, properties = input.properties
      from moment, jsonb_to_recordset(${rows.updatedRows}::jsonb) as input (
        entity_type text, id text, type_path text, name text, federated_id text, project_id text, version integer,
        created_by_id text, updated_by_id text, properties jsonb)
      where entities.org_id = ${orgId} and entities.entity_type = input.entity_type and entities.id = input.id
    ), taken as (
      insert into unique_keys (org_id, entity_type, slug, value, entity_id)
      select ${orgId}, entity_type, slug, value, entity_id
      from jsonb_to_recordset(${rows.takenKeys}::jsonb) as input (
        entity_type text, slug text, value text, entity_id text)
    )
    select written_on from moment`);
  return oneRow(answered).written_on;
}

export async function deleteRows(
  tx: Transaction,
  orgId: string,
  { types, ids }: { readonly types: readonly string[]; readonly ids: readonly string[] },
): Promise<void> {
  await tx.query(sql`
    delete from entities using unnest(${[...types]}::text[], ${[...ids]}::text[]) as gone (entity_type, id)
    where entities.org_id = ${orgId} and entities.entity_type = gone.entity_type and entities.id = gone.id`);
}

/** Clears the federatedIds of rows that will be written again, so that others can take them in the same statement. */
export async function freeFederatedIds(
  tx: Transaction,
  orgId: string,
  { types, ids }: { readonly types: readonly string[]; readonly ids: readonly string[] },
): Promise<void> {
  await tx.query(sql`
    update entities set federated_id = null
    from unnest(${[...types]}::text[], ${[...ids]}::text[]) as freed (entity_type, id)
    where entities.org_id = ${orgId} and entities.entity_type = freed.entity_type and entities.id = freed.id`);
}

export interface HeldKey extends UniqueKey {
  readonly entityId: string;
}

/** Releases only values that the entity itself holds: a value that was made unique by force may belong to another. */
export async function releaseKeys(tx: Transaction, orgId: string, keys: readonly HeldKey[]): Promise<void> {
  await tx.query(sql`
    delete from unique_keys
    using unnest(${keys.map(({ entityType }) => entityType)}::text[], ${keys.map(({ slug }) => slug)}::text[],
      ${keys.map(({ value }) => value)}::text[], ${keys.map(({ entityId }) => entityId)}::text[])
      as gone (entity_type, slug, value, entity_id)
    where unique_keys.org_id = ${orgId} and unique_keys.entity_type = gone.entity_type
      and unique_keys.slug = gone.slug and unique_keys.value = gone.value and unique_keys.entity_id = gone.entity_id`);
}

/** The versions of entities by id, locked as the plan requires. */
export async function lockVersions(
  tx: Transaction,
  orgId: string,
  { types, ids }: { readonly types: readonly string[]; readonly ids: readonly string[] },
  lock: "to-change" | "to-refer-to",
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) {
    return new Map();
  }
  const wanted = sql`
    select entities.id, entities.version from entities
    join unnest(${[...types]}::text[], ${[...ids]}::text[]) as wanted (entity_type, id)
      on entities.entity_type = wanted.entity_type and entities.id = wanted.id
    where entities.org_id = ${orgId} order by entities.id`;
  const rows = await tx.query<{ id: string; version: number }>(
    lock === "to-change" ? sql`${wanted} for update of entities` : sql`${wanted} for share of entities`,
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}
