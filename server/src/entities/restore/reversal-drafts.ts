import { propertyKinds } from "../../entity-types/kinds/property-kinds.ts";
import type { ResolvedType } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { Draft, SentFields } from "../model/write-request.ts";

/** All fields that writers set, flat, as recorded in the history: typePath, name, federatedId and properties. */
export type RecordedState = Readonly<Record<string, JsonValue>>;

interface DeletedEntity {
  readonly entityType: string;
  readonly id: string;
  readonly state: RecordedState;
  /** Its type now. */
  readonly type: ResolvedType;
  /** The version of its deletion. */
  readonly version: number;
}

/** Creates a deleted entity again, with its id and its numbers. Its versions continue after that of the deletion. */
export function draftToRestore({ entityType, id, state, type, version }: DeletedEntity): Draft & { op: "create" } {
  const isKept = (slug: string) =>
    isSetByService(entityType, slug) || type.properties.get(slug)?.propertyType === "sequence";
  return {
    op: "create",
    entityType,
    newId: id,
    object: { ...sendable(entityType, state, type), typePath: type.typePath },
    restored: {
      version: version + 1,
      found: Object.fromEntries(Object.entries(state).filter(([slug]) => isKept(slug))),
    },
  };
}

/** The fields that a caller may send. Formulas and sequences are set by the service. */
export function sendable(entityType: string, values: RecordedState, type: ResolvedType): SentFields {
  return Object.fromEntries(Object.entries(values).filter(([slug]) => isSendable(entityType, slug, type)));
}

export function isSendable(entityType: string, slug: string, { properties }: ResolvedType): boolean {
  const property = properties.get(slug);
  const isComputed = property !== undefined && propertyKinds[property.propertyType].isComputed === true;
  return !isComputed && !isSetByService(entityType, slug);
}

/** Built-in properties that callers do not set, whatever they send. */
function isSetByService(entityType: string, slug: string): boolean {
  return (
    (entityType === "project" && slug === "rootWorkspaceId") || (entityType === "assortment" && slug === "summary")
  );
}
