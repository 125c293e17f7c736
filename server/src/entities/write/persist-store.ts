import type { Transaction } from "../../platform/database/database.ts";
import {
  isEmptyList,
  type JsonbParameter,
  jsonList,
  prepared,
  preparedAs,
  type SqlStatement,
  sql,
} from "../../platform/database/sql.ts";
import { addJob } from "../../platform/jobs/job-store.ts";
import { type Entity, propertiesText } from "../model/entity.ts";
import { familiesWithNewTerms, plannedTerms } from "../search/planned-terms.ts";
import { optionTermsJob } from "../search/refresh-terms.ts";
import type { Address } from "./state/known-rows.ts";
import { keyOf, movedKeys, type Step, type UniqueKey } from "./state/plan.ts";
import type { PlanState } from "./state/plan-state.ts";

/** Writes the entities that a plan has changed, each once, and returns the time that the database has set. */
export async function persistChanges(tx: Transaction, orgId: string, state: PlanState): Promise<Date> {
  const steps = state.changedEntities();
  const { released, taken } = heldKeys(steps, state);
  // Before the new rows, which may take over the released values.
  if (released.length > 0) {
    await releaseKeys(tx, orgId, released);
  }
  const deleted = steps.flatMap(({ before, after }) => (after === undefined && before !== undefined ? [before] : []));
  if (deleted.length > 0) {
    await deleteRows(tx, orgId, addressesOf(deleted));
  }
  const handedOn = handedOnFederatedIds(steps);
  if (handedOn.length > 0) {
    await freeFederatedIds(tx, orgId, addressesOf(handedOn));
  }
  const { insertedRows, updatedRows, takenKeys, ...rest } = persistedRows(orgId, state, steps, taken);
  const rows = {
    insertedRows: jsonList(insertedRows),
    updatedRows: jsonList(updatedRows),
    takenKeys: jsonList(takenKeys),
    ...rest,
  };
  return writeRows(tx, orgId, rows, latestUpdate(steps));
}

function latestUpdate(steps: readonly Step[]): Date | null {
  return steps.reduce<Date | null>(
    (latest, { before }) =>
      before !== undefined && (latest === null || before.updatedOn > latest) ? before.updatedOn : latest,
    null,
  );
}

/** Serialized rows of entities to be added or changed; undefined if other statements must run before them. */
export function rowsToWrite(
  orgId: string,
  state: PlanState,
  isWanted: (entityType: string) => boolean,
): PersistedRows<SerializedRows> | undefined {
  const steps = state.changedEntities().filter(({ before, after }) => isWanted((after ?? before)?.entityType ?? ""));
  const { released, taken } = heldKeys(steps, state);
  const isPlain = released.length === 0 && steps.every(({ after }) => after !== undefined);
  return isPlain && handedOnFederatedIds(steps).length === 0 ? persistedRows(orgId, state, steps, taken) : undefined;
}

/** Rows as JSON: the database reads each batch as one value. */
export interface PersistedRows<List = JsonbParameter> {
  readonly insertedRows: List;
  readonly updatedRows: List;
  readonly takenKeys: List;
  readonly updatedCount: number;
  /** The options of these families are found by other terms afterwards. */
  readonly familiesWithNewTerms: readonly string[];
}

/** Rows as individual JSON texts, not joined into a list. */
export type SerializedRows = readonly string[];

function persistedRows(
  orgId: string,
  state: PlanState,
  steps: readonly Step[],
  taken: readonly HeldKey[],
): PersistedRows<SerializedRows> {
  const rowsOf = (isWanted: (step: Step) => boolean) =>
    steps.flatMap((step) =>
      isWanted(step) && step.after !== undefined ? [rowAsJson(step.after, plannedTerms(orgId, state, step.after))] : [],
    );
  const updatedRows = rowsOf((step) => step.before !== undefined);
  return {
    insertedRows: rowsOf((step) => step.before === undefined),
    updatedRows,
    updatedCount: updatedRows.length,
    familiesWithNewTerms: familiesWithNewTerms(state, steps),
    takenKeys: taken.map(keyAsJson),
  };
}

interface Addresses {
  readonly types: string[];
  readonly ids: string[];
}

function addressesOf(entities: readonly Address[]): Addresses {
  return { types: entities.map(({ entityType }) => entityType), ids: entities.map(({ id }) => id) };
}

/** Entities that lose a federatedId that another takes in the same write: a single statement would find it taken. */
function handedOnFederatedIds(steps: readonly Step[]): Entity[] {
  const moved = steps.filter(({ before, after }) => after !== undefined && before?.federatedId !== after.federatedId);
  if (moved.every(({ before }) => before === undefined)) {
    return [];
  }
  const given = new Set(
    moved.filter(({ after }) => after?.federatedId !== null).map(({ after }) => federatedKeyOf(after)),
  );
  return moved.flatMap(({ before }) => (before !== undefined && given.has(federatedKeyOf(before)) ? [before] : []));
}

/** An entity without a federatedId has an empty key, which no other entity takes: a federatedId is never empty. */
function federatedKeyOf(entity: Entity | undefined): string {
  return keyOf(entity?.entityType ?? "", entity?.federatedId ?? "");
}

function rowAsJson(entity: Entity, terms: string): string {
  const fields = JSON.stringify({
    entity_type: entity.entityType,
    id: entity.id,
    type_path: entity.typePath,
    name: entity.name,
    federated_id: entity.federatedId,
    project_id: entity.projectId,
    version: entity.version,
    created_by_id: entity.createdById,
    updated_by_id: entity.updatedById,
    terms,
  });
  return `${fields.slice(0, -1)},"properties":${propertiesText(entity.properties)}}`;
}

function keyAsJson({ entityType, slug, value, entityId }: HeldKey): string {
  return JSON.stringify({ entity_type: entityType, slug, value, entity_id: entityId });
}

function heldKeys(steps: readonly Step[], state: PlanState) {
  const released: HeldKey[] = [];
  const taken: HeldKey[] = [];
  for (const step of steps) {
    const entityId = (step.after ?? step.before)?.id ?? "";
    const moved = movedKeys(state, step);
    released.push(...moved.released.map((key) => ({ ...key, entityId })));
    taken.push(...moved.taken.map((key) => ({ ...key, entityId })));
  }
  return { released, taken };
}

/**
 * Writes new and changed entities with their unique values, and returns the time that it set: that of the statement, not
 * of the transaction, because the rows are locked. The clock of another server may be behind, so no row gets a time before
 * the one that it has. Given the latest that rows have now, all rows of a write get the same time.
 */
export async function writeRows(
  tx: Transaction,
  orgId: string,
  rows: PersistedRows,
  latest: Date | null = null,
): Promise<Date> {
  if (rows.familiesWithNewTerms.length > 0) {
    await addJob(tx, orgId, optionTermsJob(orgId, rows.familiesWithNewTerms));
  }
  const keys = isEmptyList(rows.takenKeys) ? [] : [takeKeys(orgId, rows.takenKeys)];
  const update = (writtenOn: Date | null) => [updateEntities(orgId, rows.updatedRows, { latest, writtenOn }), ...keys];
  if (isEmptyList(rows.insertedRows)) {
    return rows.updatedCount === 0
      ? momentOf(await tx.queryAll<Moment>([readMoment, ...keys]))
      : momentOf(await tx.queryAll<Moment>(update(null)), rows.updatedCount);
  }
  const insert = insertEntities(orgId, rows.insertedRows, latest);
  if (rows.updatedCount === 0) {
    return momentOf(await tx.queryAll<Moment>([insert, ...keys]));
  }
  const writtenOn = momentOf([await tx.query<Moment>(insert)]);
  momentOf(await tx.queryAll<Moment>(update(writtenOn)), rows.updatedCount);
  return writtenOn;
}

/** What statements that write entities return for each. */
export interface Moment {
  readonly written_on: Date;
}

/** Of the first statement, which must have written as many rows as given. An insert writes all or fails. */
function momentOf([rows = []]: readonly (readonly Moment[])[], count = rows.length): Date {
  const [row] = rows;
  if (row === undefined || rows.length !== count) {
    throw new RowsMovedError();
  }
  return row.written_on;
}

/** Locked rows were not found again, as seen while an org is moved. Nothing is written, and it can be repeated. */
export class RowsMovedError extends Error {
  constructor() {
    super("a write of entities has not changed all of them");
    this.name = "RowsMovedError";
  }
}

/** Whose rows a statement writes: those of an organization, or of the one that each row names. */
export type RowOwner = string | typeof ownerInRow;

export const ownerInRow = sql`input.org_id`;
const readMoment = prepared`select date_trunc('milliseconds', statement_timestamp()) as written_on`;

export function insertEntities(owner: RowOwner, rows: JsonbParameter, latest: Date | null = null): SqlStatement {
  const statement = sql`
    insert into entities (
      org_id, entity_type, id, type_path, name, federated_id, project_id, version, created_on, updated_on,
      created_by_id, updated_by_id, properties, search_terms, search_version)
    select ${owner}, entity_type, id, type_path, name, federated_id, project_id, version,
      greatest(${latest}::timestamptz, date_trunc('milliseconds', statement_timestamp())),
      greatest(${latest}::timestamptz, date_trunc('milliseconds', statement_timestamp())),
      created_by_id, updated_by_id, properties, terms, -version
    from jsonb_to_recordset(${rows}::jsonb) as input (
      org_id text, entity_type text, id text, type_path text, name text, federated_id text, project_id text, version integer,
      created_by_id text, updated_by_id text, properties jsonb, terms tsvector)
    returning created_on as written_on`;
  return preparedAs(named("insert_entities", owner), statement);
}

function named(name: string, owner: RowOwner): string {
  return owner === ownerInRow ? `${name}_of_orgs` : name;
}

interface UpdateTimes {
  readonly latest: Date | null;
  /** Of the rows that the same write has inserted. Null: the time of the statement. */
  readonly writtenOn: Date | null;
}

export function updateEntities(
  owner: RowOwner,
  rows: JsonbParameter,
  { latest, writtenOn }: UpdateTimes = { latest: null, writtenOn: null },
): SqlStatement {
  const statement = sql`
    update entities
    set type_path = input.type_path, name = input.name, federated_id = input.federated_id,
        project_id = input.project_id, version = input.version,
        updated_on = greatest(entities.updated_on, ${writtenOn ?? latest}::timestamptz,
          least(${writtenOn}::timestamptz, date_trunc('milliseconds', statement_timestamp()))),
        updated_by_id = input.updated_by_id, properties = input.properties,
        search_terms = input.terms, search_version = -input.version
    from jsonb_to_recordset(${rows}::jsonb) as input (
      org_id text, entity_type text, id text, type_path text, name text, federated_id text, project_id text,
      version integer, updated_by_id text, properties jsonb, terms tsvector)
    where entities.org_id = ${owner} and entities.entity_type = input.entity_type and entities.id = input.id
    returning updated_on as written_on`;
  return preparedAs(named("update_entities", owner), statement);
}

export function takeKeys(owner: RowOwner, keys: JsonbParameter): SqlStatement {
  const columns = sql`org_id text, entity_type text, slug text, value text, entity_id text`;
  const statement = sql`
    insert into unique_keys (org_id, entity_type, slug, value, entity_id)
    select ${owner}, entity_type, slug, value, entity_id from jsonb_to_recordset(${keys}::jsonb) as input (${columns})`;
  return preparedAs(named("take_keys", owner), statement);
}

async function deleteRows(tx: Transaction, orgId: string, { types, ids }: Addresses): Promise<void> {
  const deleted = await tx.query(sql`
    delete from entities using unnest(${types}::text[], ${ids}::text[]) as gone (entity_type, id)
    where entities.org_id = ${orgId} and entities.entity_type = gone.entity_type and entities.id = gone.id
    returning 1`);
  if (deleted.length !== ids.length) {
    throw new RowsMovedError();
  }
}

/** Clears the federatedIds of rows that will be written again, so that others can take them in the same statement. */
async function freeFederatedIds(tx: Transaction, orgId: string, { types, ids }: Addresses): Promise<void> {
  await tx.query(sql`
    update entities set federated_id = null
    from unnest(${types}::text[], ${ids}::text[]) as freed (entity_type, id)
    where entities.org_id = ${orgId} and entities.entity_type = freed.entity_type and entities.id = freed.id`);
}

interface HeldKey extends UniqueKey {
  readonly entityId: string;
}

/** Releases only values that the entity itself holds: a value that was made unique by force may belong to another. */
async function releaseKeys(tx: Transaction, orgId: string, keys: readonly HeldKey[]): Promise<void> {
  await tx.query(sql`
    delete from unique_keys
    using unnest(${keys.map(({ entityType }) => entityType)}::text[], ${keys.map(({ slug }) => slug)}::text[],
      ${keys.map(({ value }) => value)}::text[], ${keys.map(({ entityId }) => entityId)}::text[])
      as gone (entity_type, slug, value, entity_id)
    where unique_keys.org_id = ${orgId} and unique_keys.entity_type = gone.entity_type
      and unique_keys.slug = gone.slug and unique_keys.value = gone.value and unique_keys.entity_id = gone.entity_id`);
}
