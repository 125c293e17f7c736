import type { KindName, Verb } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { decide, isAdministered } from "../access/decide.ts";
import { requireSameId, requireVersion } from "../entities/model/write-request.ts";
import { forbidden } from "../platform/errors.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { isSameJson } from "../platform/same-json.ts";
import type { ChangeableKind, KindDocument } from "./entity-kind.ts";
import { readableDocument } from "./readable-document.ts";

/** An object that the caller may not read cannot be changed either: for the caller it does not exist. */
export function requireRightToChange<Update>(
  kind: ChangeableKind<Update>,
  caller: Caller,
  verb: Verb,
  id: string,
): void {
  kind.requireRight(caller, "read", id);
  kind.requireRight(caller, verb, id);
}

/**
 * Omits the fields that the caller may not read. Administered kinds are returned whole: they have their own access
 * rules.
 */
export function shownTo(caller: Caller, kind: KindName, document: KindDocument): KindDocument {
  return isAdministered(kind, "read") ? document : readableDocument(caller, kind, document);
}

export function requireFields(caller: Caller, verb: Verb, kind: KindName, fields: readonly string[]): void {
  const decision = decide(caller, verb, { typePath: kind });
  const allowed = decision.isAllowed && !isAdministered(kind, verb) ? decision.fields : "all";
  const closed = fields.filter((field) => allowed !== "all" && !allowed.has(field));
  if (closed.length > 0) {
    throw forbidden(`This credential may not ${verb} ${closed.join(", ")} of ${kind}.`);
  }
}

/** Checks If-Match, and the version and id of a document that is sent back as it was read. */
export function requireConditions(expected: number | undefined, body: object, before: KindDocument): void {
  const { version, id }: { readonly version?: unknown; readonly id?: unknown } = { ...body };
  requireVersion(before, expected);
  requireVersion(before, version);
  requireSameId(before, id);
}

// Checked separately, as conditions.
const conditionFields = new Set(["id", "version"]);

/** The fields of the body that differ from the stored document. */
export function changedFields(body: object, before: KindDocument): string[] {
  const isSame = (field: string, value: JsonValue) => Object.hasOwn(before, field) && isSameJson(value, before[field]);
  return Object.entries(body)
    .filter(([field, value]) => value !== undefined && !conditionFields.has(field) && !isSame(field, value))
    .map(([field]) => field);
}
