import { findOrg } from "../../access/orgs/org-store.ts";
import type { PostgresDatabase } from "../../platform/database/database.ts";
import { lockDueSchedules, moveSchedule } from "../definition/schedule-store.ts";
import { nextTime } from "../definition/schedule-workflow.ts";
import { findWorkflow } from "../workflow-store.ts";
import { draftProcess, listeningWorkflow } from "./draft-process.ts";
import { insertProcesses } from "./process-start-store.ts";

/**
 * Starts what the clock starts. The time of the next one is worked out from now: what was missed while no node ran is
 * made up for once.
 */
export async function runSchedules(db: PostgresDatabase, orgId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await lockDueSchedules(tx, orgId);
    const timeZone = due.length === 0 ? "UTC" : ((await findOrg(tx, orgId))?.time_zone ?? "UTC");
    for (const schedule of due) {
      const workflow = await findWorkflow(tx, orgId, schedule.workflow_id);
      const { trigger_key: triggerKey } = schedule;
      if (workflow !== undefined) {
        const occurredOn = schedule.next_on.toISOString();
        const draft = draftProcess(listeningWorkflow(workflow), {
          triggerKey,
          triggerEvent: { triggerKey, occurredOn },
          causes: [],
          actorId: workflow.updated_by_id ?? "",
        });
        await insertProcesses(tx, orgId, draft === undefined ? [] : [draft]);
      }
      await moveSchedule(tx, orgId, schedule, nextTime(triggerKey, timeZone, new Date()));
    }
  });
}
