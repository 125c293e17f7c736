import {
  type AuditAction,
  type AuditOutcome,
  auditActions,
  auditOutcomes,
  kindAccess,
  operations,
} from "@weft/contract";
import {
  oneOfCriterion,
  readTextCriterion,
  readTimeCriterion,
  requireName,
  type TimeRange,
} from "../../platform/lists/criteria.ts";
import { isBulkExport } from "./audit-entry.ts";

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
    targetType: readTargetType(text("targetType")),
    targetId: text("targetId"),
    createdOn: readTimeCriterion("createdOn", given["createdOn"]),
  };
}

/** Kinds, what bulk exports read, and what only operators and the service change. */
const targetTypes: readonly string[] = [
  ...new Set([
    ...Object.keys(kindAccess),
    ...operations.filter(isBulkExport).map(({ tag }) => tag),
    ...auditActions.map((action) => action.slice(0, action.indexOf("."))),
  ]),
];

function readTargetType(text: string | undefined): string | undefined {
  if (text !== undefined) {
    requireName(text, targetTypes, "The audit log has no target type", "criteria.targetType");
  }
  return text;
}
