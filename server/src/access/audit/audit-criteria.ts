import { type AuditAction, type AuditOutcome, auditActions, auditOutcomes } from "@weft/contract";
import { oneOfCriterion, parseCreatedOn, type TimeRange, textCriteria } from "../../platform/lists/criteria.ts";

/** Criteria of a list of audit entries, combined with AND. */
export interface AuditCriteria {
  readonly action: AuditAction | undefined;
  readonly outcome: AuditOutcome | undefined;
  readonly actorId: string | undefined;
  readonly targetType: string | undefined;
  readonly targetId: string | undefined;
  readonly createdOn: TimeRange | undefined;
}

const keys = ["action", "outcome", "actorId", "targetType", "targetId", "createdOn"] as const;
const textMax = 200;

export function parseAuditCriteria(given: Readonly<Record<string, unknown>>): AuditCriteria {
  const text = textCriteria(given, keys, textMax);
  const createdOn = text("createdOn");
  return {
    action: oneOfCriterion("action", auditActions, text("action")),
    outcome: oneOfCriterion("outcome", auditOutcomes, text("outcome")),
    actorId: text("actorId"),
    targetType: text("targetType"),
    targetId: text("targetId"),
    createdOn: createdOn === undefined ? undefined : parseCreatedOn(createdOn),
  };
}
