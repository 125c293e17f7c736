import type { ResolvedType } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { relationNames } from "../list/read-relations.ts";
import type { SentFields } from "./write-request.ts";

const namesOfTypes = new WeakMap<ResolvedType, ReadonlySet<string>>();

/**
 * Removes relations from the sent fields: a client may send back what it has read with relations, and an open type
 * would store them as properties.
 */
export function withoutRelations(sent: SentFields, type: ResolvedType): SentFields {
  const names = namesOfTypes.get(type) ?? relationNames(type.properties);
  namesOfTypes.set(type, names);
  let rest: Record<string, JsonValue> | undefined;
  for (const slug in sent) {
    if (names.has(slug) && isShown(sent[slug])) {
      rest ??= { ...sent };
      delete rest[slug];
    }
  }
  return rest ?? sent;
}

function isShown(value: JsonValue): boolean {
  return Array.isArray(value) ? value.every(isEntity) : isEntity(value);
}

/** An entity has a version; users and apps are shown by id, type and name. */
function isEntity(value: JsonValue): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    ("version" in value || ("type" in value && "name" in value))
  );
}
