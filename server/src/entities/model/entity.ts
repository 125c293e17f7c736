import type { ChangeFormat } from "../../changes/record-changes.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { differingKeys } from "../../platform/same-json.ts";

/** The properties of an entity by slug. Empty values are absent. */
export type Properties = Readonly<Record<string, JsonValue>>;

/** A stored entity. */
export interface Entity {
  readonly entityType: string;
  readonly id: string;
  readonly typePath: string;
  readonly name: string | null;
  readonly federatedId: string | null;
  /** The project that rights with a projectId are checked against. */
  readonly projectId: string | null;
  readonly version: number;
  readonly createdOn: Date;
  readonly updatedOn: Date;
  readonly createdById: string | null;
  readonly updatedById: string | null;
  readonly properties: Properties;
}

/** The columns of the table entities that make an Entity. */
export interface EntityRow {
  readonly entity_type: string;
  readonly id: string;
  readonly type_path: string;
  readonly name: string | null;
  readonly federated_id: string | null;
  readonly project_id: string | null;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
  readonly created_by_id: string | null;
  readonly updated_by_id: string | null;
  readonly properties: Properties;
}

export function entityOfRow(row: EntityRow): Entity {
  return {
    entityType: row.entity_type,
    id: row.id,
    typePath: row.type_path,
    name: row.name,
    federatedId: row.federated_id,
    projectId: row.project_id,
    version: row.version,
    createdOn: row.created_on,
    updatedOn: row.updated_on,
    createdById: row.created_by_id,
    updatedById: row.updated_by_id,
    properties: row.properties,
  };
}

const texts = new WeakMap<Properties, string>();

/**
 * Properties as JSON. Serialized once, because a write sends the same properties to the table, to the log and to the
 * caller.
 */
export function propertiesText(properties: Properties): string {
  let text = texts.get(properties);
  if (text === undefined) {
    text = JSON.stringify(properties);
    texts.set(properties, text);
  }
  return text;
}

/** Combines fields and properties into the JSON of one object, fields first. */
export function textBeforeProperties(fields: object, properties: string): string {
  const text = JSON.stringify(fields);
  return properties === "{}" ? text : `${text.slice(0, -1)},${properties.slice(1)}`;
}

/** An update is recorded with its differences, a create or delete with the whole state. */
export const entityChanges: ChangeFormat<Entity> = {
  subjectOf: ({ entityType, id, typePath, projectId, federatedId }) => ({
    entityType,
    entityId: id,
    typePath,
    projectId,
    federatedId,
  }),
  stateAsText,
  diffsOf,
};

/** Deletions without the state of the entity. */
export const purgedChanges: ChangeFormat<Entity> = { ...entityChanges, stateAsText: () => "{}" };

export function withIdsOnly(entity: Entity): Entity {
  return { ...entity, name: null, federatedId: null, properties: {} };
}

/** By field, the values before and after, with null for absent values. */
export function diffsOf(before: Entity, after: Entity): Readonly<Record<string, readonly [JsonValue, JsonValue]>> {
  return Object.fromEntries(
    changedFields(before, after).map((slug) => [
      slug,
      [storedValue(before, slug) ?? null, storedValue(after, slug) ?? null],
    ]),
  );
}

/** The fields and properties in which two states of an entity differ. */
export function changedFields(before: Entity, after: Entity): string[] {
  const fields = (["typePath", "name", "federatedId"] as const).filter((field) => before[field] !== after[field]);
  return [...fields, ...differingKeys(before.properties, after.properties)];
}

/** All fields that writers set, flat, as stored in the history. */
export function stateOf(entity: Entity): Record<string, JsonValue> {
  return { ...fieldsOf(entity), ...entity.properties };
}

function stateAsText(entity: Entity): string {
  return textBeforeProperties(fieldsOf(entity), propertiesText(entity.properties));
}

function fieldsOf({ typePath, name, federatedId }: Entity) {
  return {
    typePath,
    ...(name === null ? {} : { name }),
    ...(federatedId === null ? {} : { federatedId }),
  };
}

function storedValue(entity: Entity, slug: string): JsonValue {
  switch (slug) {
    case "name":
      return entity.name;
    case "typePath":
      return entity.typePath;
    case "federatedId":
      return entity.federatedId;
    default:
      return entity.properties[slug];
  }
}
