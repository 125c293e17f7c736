import { findOrg } from "../../access/org-store.ts";
import { lockDueSchedules, moveSchedule } from "../definition/schedule-store.ts";
import { nextTime } from "../definition/trigger-keys.ts";
import { noTargets } from "../process-state/readable-event.ts";
import type { WorkflowServices } from "../workflow-services.ts";
import { findWorkflow } from "../workflow-store.ts";
import { draftProcesses, listeningWorkflow } from "./draft-process.ts";
import { insertProcesses } from "./process-start-store.ts";

/**
 * Starts the workflows whose schedules are due. The next time is computed from now: a schedule missed while no node was
 * running runs once.
 */
export async function runSchedules(
  { db, expressions }: Pick<WorkflowServices, "db" | "expressions">,
  orgId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await lockDueSchedules(tx, orgId);
    const timeZone = due.length === 0 ? "UTC" : ((await findOrg(tx, orgId))?.time_zone ?? "UTC");
    for (const schedule of due) {
      const workflow = await findWorkflow(tx, orgId, schedule.workflow_id);
      const { trigger_key: triggerKey } = schedule;
      if (workflow !== undefined) {
        const occurredOn = schedule.next_on.toISOString();
        const occasion = {
          triggerKey,
          triggerEvent: { triggerKey, occurredOn },
          eventTargets: noTargets,
          causes: [],
          actorId: workflow.updated_by_id ?? "",
        };
        const triggers = [{ workflow: listeningWorkflow(workflow), occasion }];
        await insertProcesses(tx, orgId, await draftProcesses(tx, { expressions, orgId }, triggers));
      }
      await moveSchedule(tx, orgId, schedule, nextTime(triggerKey, timeZone, new Date()));
    }
  });
}
