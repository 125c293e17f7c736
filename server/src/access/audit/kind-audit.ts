import type { AuditAction, AuditedKind } from "@weft/contract";
import type { JsonObject, JsonValue } from "../../platform/json-value.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { AuditNote, PersonalValue } from "./audit-entry.ts";

/**
 * What the audit log records for a kind. Every kind declares it. `none` is for kinds whose changes are only in the
 * change history, `own-acts` for those that record some of their changes themselves, by the trail of ChangeOptions.
 */
export type KindAudit<Name extends AuditedKind | "org"> = "none" | "own-acts" | RecordedKind<Name>;

interface RecordedKind<Name> {
  /** The prefix of its actions: user.create. */
  readonly as: Name;
  /** Fields of the document that hold personal values: texts, or lists of texts. */
  readonly personalFields?: readonly string[];
  /** The user that the personal values of the document are about. Default: the document itself. */
  subjectOf?(document: JsonObject): string | undefined;
  /**
   * Members of bodies that set a secret, such as sso.clientSecret. Only that they were set is recorded, not the value.
   */
  readonly secretFields?: readonly string[];
  /** Fields whose change is a separate action. */
  readonly separately?: Readonly<Record<string, AuditAction>>;
  /** The document without parts that may contain a secret, such as the query of a URL. */
  redact?(document: JsonObject): JsonObject;
}

/** A change of one document. */
export interface AuditedChange {
  readonly action: AuditAction;
  readonly id: string;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  readonly body: object;
}

// Already part of the entry, or changed by every use.
const unrecorded = new Set([
  "id",
  "entityType",
  "typePath",
  "version",
  "createdOn",
  "updatedOn",
  "updatedById",
  "lastUsedOn",
  "lastLoginOn",
  "lastDeliveredOn",
]);

/** The entries for a change, without its secrets: one, or more if parts of it are separate actions. */
export function notesOfChange(audit: RecordedKind<string>, change: AuditedChange): AuditNote[] {
  const separately = audit.separately ?? {};
  const fields = changedFields(change);
  const secrets = (audit.secretFields ?? []).filter((path) => memberAt(change.body, path) !== undefined);
  const actionOf = (path: string) => separately[path.split(".", 1)[0] ?? ""] ?? change.action;
  const actions = [...new Set([...fields, ...secrets].map(actionOf))];
  // A create or delete is always recorded.
  const isWhole = change.before === undefined || change.after === undefined;
  return (actions.length === 0 && isWhole ? [change.action] : actions).map((action) =>
    noteOf(audit, change, action, {
      fields: fields.filter((field) => actionOf(field) === action),
      secrets: secrets.filter((path) => actionOf(path) === action),
    }),
  );
}

interface Parts {
  readonly fields: readonly string[];
  readonly secrets: readonly string[];
}

function noteOf(audit: RecordedKind<string>, change: AuditedChange, action: AuditAction, parts: Parts): AuditNote {
  const shown = { before: redacted(audit, change.before), after: redacted(audit, change.after) };
  const isHidden = (field: string) =>
    shown.before !== undefined &&
    shown.after !== undefined &&
    isSameJson(shown.before[field] ?? null, shown.after[field] ?? null);
  const secretsChanged = [...new Set([...parts.secrets, ...parts.fields.filter(isHidden)])];
  const personal = new Set(audit.personalFields);
  const fields = parts.fields.filter((field) => !isHidden(field));
  const storedIn = (document: JsonObject | undefined) =>
    fields.filter((field) => !personal.has(field) || personalText(document?.[field]) === undefined);
  const after = {
    ...pick(shown.after, storedIn(shown.after)),
    ...(secretsChanged.length === 0 ? {} : { secretsChanged }),
  };
  return {
    action,
    target: { type: action.slice(0, action.indexOf(".")), id: change.id },
    before: shown.before === undefined ? undefined : pick(shown.before, storedIn(shown.before)),
    after: shown.after === undefined ? undefined : after,
    personal: (["before", "after"] as const).flatMap((side) => {
      const document = shown[side] ?? {};
      const subjectId = audit.subjectOf?.(document) ?? change.id;
      return personalOf(
        side,
        document,
        fields.filter((field) => personal.has(field)),
        subjectId,
      );
    }),
  };
}

function changedFields({ before, after }: AuditedChange): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].filter(
    (name) => !unrecorded.has(name) && !isSameJson(before?.[name] ?? null, after?.[name] ?? null),
  );
}

function redacted(audit: RecordedKind<string>, document: JsonObject | undefined): JsonObject | undefined {
  return document === undefined || audit.redact === undefined ? document : audit.redact(document);
}

function pick(document: JsonObject | undefined, fields: readonly string[]): Record<string, JsonValue> {
  return Object.fromEntries(fields.map((field) => [field, document?.[field] ?? null]));
}

function personalOf(
  side: "before" | "after",
  document: JsonObject,
  fields: readonly string[],
  subjectId: string,
): PersonalValue[] {
  return fields.flatMap((field) => {
    const value = personalText(document[field]);
    return value === undefined ? [] : [{ place: `${side}.${field}`, value, subjectId }];
  });
}

/** Undefined if there is nothing personal in the value. */
function personalText(value: JsonValue | undefined): string | undefined {
  const text = Array.isArray(value) ? value.join(", ") : value;
  return typeof text === "string" && text !== "" ? text : undefined;
}

function memberAt(body: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, name) =>
        typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(name) : undefined,
      body,
    );
}
