import type { ChangeDraft } from "../../changes/change-draft.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { Entity } from "../entity.ts";
import { propertiesText, textBeforeProperties } from "../properties-text.ts";
import type { Step } from "./wants.ts";
import type { Writer } from "./write-request.ts";

/** The change record of one step: the differences of an update, or the whole state of a create or delete. */
export function changeOfStep({ before, after }: Step, { author }: Writer): ChangeDraft[] {
  const entity = after ?? before;
  if (entity === undefined) {
    return [];
  }
  const common = {
    entityType: entity.entityType,
    entityId: entity.id,
    typePath: entity.typePath,
    projectId: entity.projectId,
    author,
  };
  if (before === undefined || after === undefined) {
    const action = after === undefined ? "delete" : "create";
    // A deletion has its own version, so that versions rise along the log.
    const entityVersion = after === undefined ? entity.version + 1 : entity.version;
    return [{ ...common, action, entityVersion, diffs: stateAsText(entity) }];
  }
  return [{ ...common, action: "update", entityVersion: after.version, diffs: JSON.stringify(diffsOf(before, after)) }];
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
  const slugs = new Set([...Object.keys(before.properties), ...Object.keys(after.properties)]);
  return [...fields, ...[...slugs].filter((slug) => !isSameJson(before.properties[slug], after.properties[slug]))];
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
