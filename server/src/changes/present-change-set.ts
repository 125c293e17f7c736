import { type ChangeAction, changeActions } from "@weft/contract";
import { groupBy } from "../platform/group-by.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { isSameJson } from "../platform/same-json.ts";
import { encodeCursor } from "./change-cursor.ts";
import type { SetCount } from "./change-set-scan-store.ts";
import { type PresentedChange, presentActor } from "./present-change.ts";
import type { ChangeSetRows } from "./read-change-sets.ts";

/** What an entity is called now, as far as the caller may read it. */
export interface EntityLabel {
  readonly name?: string;
  readonly role?: "family" | "option";
}

/** By entityReference. */
export type EntityLabels = ReadonlyMap<string, EntityLabel>;

const entitiesMax = 10;
const propertiesMax = 20;

/** A set for a caller. The records are its rows as visible to the caller. */
export function presentChangeSet(set: ChangeSetRows, records: readonly PresentedChange[], labels: EntityLabels) {
  const { id, counts, rows, isComplete } = set;
  const [row] = rows;
  if (row === undefined) {
    return [];
  }
  const sampled = [...groupBy(records, ({ entityReference }) => entityReference).values()];
  return [
    {
      id,
      ...placesOfCounts(counts),
      ...presentActor(row),
      source: row.source,
      ...(row.source_id === null ? {} : { sourceId: row.source_id }),
      changeCount: counts.reduce((sum, { count }) => sum + count, 0),
      isComplete,
      actions: actionCounts(counts),
      entityTypes: [...groupBy(counts, ({ entity_type }) => entity_type)].map(([entityType, ofType]) => ({
        entityType,
        ...actionCounts(ofType),
      })),
      sampleSize: records.length,
      ...rolesOf(sampled, labels),
      entities: sampled.slice(0, entitiesMax).flatMap((ofEntity) => presentEntity(ofEntity, labels)),
      properties: presentProperties(records),
    },
  ];
}

function placesOfCounts(counts: readonly SetCount[]) {
  const numbers = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
  const firstOn = Math.min(...numbers(counts.map(({ first_on }) => first_on?.getTime() ?? null)));
  const lastOn = Math.max(...numbers(counts.map(({ last_on }) => last_on?.getTime() ?? null)));
  const first = Math.min(...numbers(counts.map(({ first_sequence }) => first_sequence)));
  const last = Math.max(...numbers(counts.map(({ last_sequence }) => last_sequence)));
  return {
    createdOn: new Date(firstOn).toISOString(),
    lastChangedOn: new Date(lastOn).toISOString(),
    firstChangeId: encodeCursor({ sequence: first, stamp: firstOn }),
    lastChangeId: encodeCursor({ sequence: last, stamp: lastOn }),
  };
}

function actionCounts(counts: readonly SetCount[]): Record<ChangeAction, number> {
  const sum = (action: ChangeAction) =>
    counts.filter((one) => one.action === action).reduce((total, { count }) => total + count, 0);
  return { create: sum("create"), update: sum("update"), delete: sum("delete") };
}

function presentEntity(records: readonly PresentedChange[], labels: EntityLabels) {
  const last = records.at(-1);
  if (last === undefined) {
    return [];
  }
  const { entityReference, entityType, entityId, typePath, federatedId } = last;
  const name = labels.get(entityReference)?.name ?? recordedText(records, "name");
  return [
    {
      entityReference,
      entityType,
      entityId,
      typePath,
      ...(name === undefined ? {} : { name }),
      ...(federatedId === undefined ? {} : { federatedId }),
      actions: changeActions.filter((action) => records.some((record) => record.action === action)),
    },
  ];
}

/** The last value of a text field that the records have. */
function recordedText(records: readonly PresentedChange[], slug: string): string | undefined {
  const values = records.flatMap(({ propertyDiffs }) => {
    const diff = propertyDiffs[slug];
    return [diff?.newValue ?? diff?.oldValue].filter((value) => typeof value === "string");
  });
  return values.at(-1);
}

function rolesOf(sampled: readonly (readonly PresentedChange[])[], labels: EntityLabels) {
  const roles = sampled.flatMap(([first]) => (first?.entityType === "item" ? [roleOf(first, labels)] : []));
  const count = (role: EntityLabel["role"]) => roles.filter((one) => one === role).length;
  return roles.length === 0 ? {} : { roles: { family: count("family"), option: count("option") } };
}

function roleOf({ entityReference, propertyDiffs }: PresentedChange, labels: EntityLabels): EntityLabel["role"] {
  const { role } = labels.get(entityReference) ?? {};
  const { newValue, oldValue } = propertyDiffs["roles"] ?? {};
  return role ?? roleIn(newValue ?? oldValue);
}

/** Of the property roles of an item. */
export function roleIn(roles: JsonValue): EntityLabel["role"] {
  const [role]: readonly JsonValue[] = Array.isArray(roles) ? roles : [];
  return role === "family" || role === "option" ? role : undefined;
}

function presentProperties(records: readonly PresentedChange[]) {
  const diffs = records
    .filter(({ action }) => action === "update")
    .flatMap(({ propertyDiffs }) => Object.entries(propertyDiffs));
  return [...groupBy(diffs, ([slug]) => slug)]
    .map(([property, changes]) =>
      presentProperty(
        property,
        changes.map(([, diff]) => diff),
      ),
    )
    .sort((a, b) => b.count - a.count)
    .slice(0, propertiesMax);
}

type Diff = PresentedChange["propertyDiffs"][string];

function presentProperty(property: string, diffs: readonly Diff[]) {
  const [first] = diffs;
  const isUniform = diffs.every(
    ({ oldValue, newValue }) => isSameJson(oldValue, first?.oldValue) && isSameJson(newValue, first?.newValue),
  );
  return {
    property,
    propertyName: first?.propertyName ?? property,
    count: diffs.length,
    isUniform,
    ...(isUniform ? { oldValue: first?.oldValue ?? null, newValue: first?.newValue ?? null } : {}),
  };
}
