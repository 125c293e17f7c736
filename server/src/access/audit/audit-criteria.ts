import { type AuditAction, type AuditOutcome, auditActions, auditOutcomes } from "@weft/contract";
import { parseCreatedOn, type TimeRange } from "../../platform/created-on-range.ts";
import { invalidCriterion } from "../../platform/invalid-criterion.ts";

/** Criteria of a list of audit entries, combined with AND. */
export interface AuditCriteria {
  readonly action: AuditAction | undefined;
  readonly outcome: AuditOutcome | undefined;
  readonly actorId: string | undefined;
  readonly targetType: string | undefined;
  readonly targetId: string | undefined;
  readonly createdOn: TimeRange | undefined;
}

const keys: readonly string[] = ["action", "outcome", "actorId", "targetType", "targetId", "createdOn"];
const textMax = 200;

export function parseAuditCriteria(given: Readonly<Record<string, unknown>>): AuditCriteria {
  const unknown = Object.keys(given).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    throw invalidCriterion(unknown, `criteria accepts ${keys.join(", ")}; ${unknown} is not one of them.`);
  }
  const text = (key: string) => readText(key, given[key]);
  const createdOn = text("createdOn");
  return {
    action: oneOf("action", auditActions, text("action")),
    outcome: oneOf("outcome", auditOutcomes, text("outcome")),
    actorId: text("actorId"),
    targetType: text("targetType"),
    targetId: text("targetId"),
    createdOn: createdOn === undefined ? undefined : parseCreatedOn(createdOn),
  };
}

function readText(key: string, value: unknown): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (typeof value !== "string" || value === "" || value.length > textMax || /\p{Cc}/u.test(value)) {
    throw invalidCriterion(key, `${key} must be a text of 1 to ${textMax} characters without control characters.`);
  }
  return value;
}

function oneOf<Value extends string>(
  key: string,
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  const found = values.find((value) => value === text);
  if (text !== undefined && found === undefined) {
    throw invalidCriterion(key, `${key} must be one of ${values.join(", ")}.`);
  }
  return found;
}
