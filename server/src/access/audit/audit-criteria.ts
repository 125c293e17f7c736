import { type AuditAction, type AuditOutcome, auditActions, auditOutcomes } from "@weft/contract";
import { oneOfCriterion, readTextCriterion, readTimeCriterion, type TimeRange } from "../../platform/lists/criteria.ts";

/** Criteria of a list of audit entries, combined with AND. */
export interface AuditCriteria {
  readonly action: AuditAction | undefined;
  readonly outcome: AuditOutcome | undefined;
  readonly actorId: string | undefined;
  readonly targetType: string | undefined;
  readonly targetId: string | undefined;
  readonly createdOn: TimeRange | undefined;
}

const textMax = 200;

export function parseAuditCriteria(given: Readonly<Record<string, unknown>>): AuditCriteria {
  const text = (key: string) => readTextCriterion(key, given[key], textMax);
  return {
    action: oneOfCriterion("action", auditActions, text("action")),
    outcome: oneOfCriterion("outcome", auditOutcomes, text("outcome")),
    actorId: text("actorId"),
    targetType: text("targetType"),
    targetId: text("targetId"),
    createdOn: readTimeCriterion("createdOn", given["createdOn"]),
  };
}
