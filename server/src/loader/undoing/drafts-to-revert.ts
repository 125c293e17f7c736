import type { ChangeOfSet } from "../../changes/change-set-store.ts";
import type { Draft, SentFields } from "../../entities/write/write-request.ts";
import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import { isEntityKindName, type ResolvedType, type TypeTree } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";

/** A change, and the draft that undoes it. */
export interface Reversal {
  readonly change: ChangeOfSet;
  readonly draft: Draft;
}

interface RevertContext {
  /** By entity, the version that the undo itself has created. */
  readonly versions: ReadonlyMap<string, number>;
  readonly types: TypeTree;
}

/** The drafts that undo the changes, last change first. Values computed by the service are not sent. */
export function draftsToRevert(changes: readonly ChangeOfSet[], { versions, types }: RevertContext): Reversal[] {
  const current = new Map(versions);
  return changes.filter(isOfRows).flatMap((change) => {
    const expectedVersion = current.get(change.entity_id) ?? change.entity_version;
    current.set(change.entity_id, expectedVersion + 1);
    const draft = draftOf(change, expectedVersion, types);
    return draft === undefined ? [] : [{ change, draft }];
  });
}

/** Types added by a load are kept, and an assortment's summary follows from its members. */
function isOfRows({ entity_type }: ChangeOfSet): boolean {
  return isEntityKindName(entity_type) && entity_type !== "assortment";
}

function draftOf(change: ChangeOfSet, expectedVersion: number, types: TypeTree): Draft | undefined {
  const { entity_type: entityType, entity_id: id, action, diffs } = change;
  const type = types.typeAt(change.type_path);
  switch (action) {
    case "create":
      return { op: "delete", entityType, address: { id }, cascades: false, expectedVersion };
    case "delete":
      return { op: "create", entityType, newId: id, object: { ...sendable(diffs, type), typePath: change.type_path } };
    case "update": {
      const old = Object.fromEntries(Object.entries(diffs).map(([slug, diff]) => [slug, oldValue(diff)]));
      const object = sendable(old, type);
      return Object.keys(object).length === 0
        ? undefined
        : { op: "update", entityType, address: { id }, object, expectedVersion };
    }
  }
}

function oldValue(diff: JsonValue): JsonValue {
  return Array.isArray(diff) ? (diff[0] ?? null) : null;
}

/** Formulas and sequences are set by the service. */
function sendable(values: Readonly<Record<string, JsonValue>>, { properties }: ResolvedType): SentFields {
  return Object.fromEntries(
    Object.entries(values).filter(([slug]) => {
      const property = properties.get(slug);
      return property === undefined || propertyKinds[property.propertyType].isComputed !== true;
    }),
  );
}
