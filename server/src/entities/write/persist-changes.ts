import type { Transaction } from "../../platform/database/database.ts";
import { jsonList } from "../../platform/json-list.ts";
import type { Entity } from "../entity.ts";
import { propertiesText } from "../properties-text.ts";
import {
  deleteRows,
  freeFederatedIds,
  type HeldKey,
  type PersistedRows,
  releaseKeys,
  type SerializedRows,
  writeRows,
} from "./persist-store.ts";
import { uniqueKeysOf } from "./unique-keys.ts";
import { keyOf, type Step, textOfUniqueKey, type UniqueKey } from "./wants.ts";
import type { World } from "./world.ts";

/** Serialized rows of entities to be added or changed; undefined if other statements must run before them. */
export function rowsToWrite(
  world: World,
  isWanted: (entityType: string) => boolean,
): PersistedRows<SerializedRows> | undefined {
  const steps = world.changedEntities().filter(({ before, after }) => isWanted((after ?? before)?.entityType ?? ""));
  const { released, taken } = movedKeys(steps, world);
  const isPlain = released.length === 0 && steps.every(({ after }) => after !== undefined);
  return isPlain && handedOnFederatedIds(steps).length === 0 ? persistedRows(steps, taken) : undefined;
}

/** Writes the entities that a plan has changed, each once, and returns the time that the database has set. */
export async function persistChanges(tx: Transaction, orgId: string, world: World): Promise<Date> {
  const steps = world.changedEntities();
  const { released, taken } = movedKeys(steps, world);
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
  const { insertedRows, updatedRows, takenKeys } = persistedRows(steps, taken);
  return writeRows(tx, orgId, {
    insertedRows: jsonList(insertedRows),
    updatedRows: jsonList(updatedRows),
    takenKeys: jsonList(takenKeys),
  });
}

function persistedRows(steps: readonly Step[], taken: readonly HeldKey[]): PersistedRows<SerializedRows> {
  return {
    insertedRows: rowsAsJson(steps, (step) => step.before === undefined),
    updatedRows: rowsAsJson(steps, (step) => step.before !== undefined),
    takenKeys: taken.map((key) => JSON.stringify(rowOfKey(key))),
  };
}

function addressesOf(entities: readonly Entity[]) {
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

function rowsAsJson(steps: readonly Step[], isWanted: (step: Step) => boolean): string[] {
  return steps.flatMap((step) => (isWanted(step) && step.after !== undefined ? [rowAsJson(step.after)] : []));
}

function rowAsJson(entity: Entity): string {
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
  });
  return `${fields.slice(0, -1)},"properties":${propertiesText(entity.properties)}}`;
}

function rowOfKey({ entityType, slug, value, entityId }: HeldKey) {
  return { entity_type: entityType, slug, value, entity_id: entityId };
}

function movedKeys(steps: readonly Step[], world: World) {
  const released: HeldKey[] = [];
  const taken: HeldKey[] = [];
  for (const { before, after } of steps) {
    const oldKeys = keysOf(before, world);
    const newKeys = keysOf(after, world);
    released.push(...heldWithout(oldKeys, newKeys, before));
    taken.push(...heldWithout(newKeys, oldKeys, after));
  }
  return { released, taken };
}

function heldWithout(
  keys: readonly UniqueKey[],
  others: readonly UniqueKey[],
  entity: Entity | undefined,
): readonly HeldKey[] {
  if (keys.length === 0 || entity === undefined) {
    return [];
  }
  const texts = new Set(others.map(textOfUniqueKey));
  return keys.filter((key) => !texts.has(textOfUniqueKey(key))).map((key) => ({ ...key, entityId: entity.id }));
}

function keysOf(entity: Entity | undefined, world: World): readonly UniqueKey[] {
  return entity === undefined ? [] : uniqueKeysOf(world.typeAt(entity.typePath), entity);
}
