import { findOrg } from "../../access/orgs/org-store.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { nextOccurrence } from "../../platform/schedules/next-occurrence.ts";
import { parseCron } from "../../platform/schedules/parse-cron.ts";
import type { WorkflowRow } from "../workflow-store.ts";
import { saveSchedules } from "./schedule-store.ts";
import { cronOf, isCronKey } from "./trigger-keys.ts";

/** Computes the next times of a workflow's schedules in the time zone of its org. */
export async function scheduleWorkflow(tx: Transaction, orgId: string, workflow: WorkflowRow): Promise<void> {
  const keys = workflow.is_active ? workflow.definition.triggers.filter(isCronKey) : [];
  const timeZone = (await findOrg(tx, orgId))?.time_zone ?? "UTC";
  const now = new Date();
  const schedules = keys.map((triggerKey) => ({ triggerKey, nextOn: nextTime(triggerKey, timeZone, now) }));
  await saveSchedules(tx, orgId, workflow.id, schedules);
}

export function nextTime(triggerKey: string, timeZone: string, after: Date): Date {
  return nextOccurrence(parseCron(cronOf(triggerKey)), timeZone, after);
}
