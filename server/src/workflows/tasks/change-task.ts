import { announceAccess } from "../../access/administration.ts";
import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import { deleteTaskTokens } from "../../access/keys/access-token-store.ts";
import { requireVersion } from "../../entities/model/write-request.ts";
import { conflict, invalidField, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import { isSameJson } from "../../platform/same-json.ts";
import { requireCallbackRight } from "../callbacks/receive-callback.ts";
import { heartbeatDeadlineOf } from "../process-state/end-run.ts";
import { reopenTask } from "../process-state/move-task.ts";
import { replaceTask, requireTask, type WorkflowTask } from "../process-state/process-state.ts";
import { updateProcess } from "../process-state/update-process.ts";
import { taskKindName } from "../workflow.ts";
import type { ProcessServices } from "../workflow-services.ts";

/** Runs a failed task again with all its attempts. The process continues from there. */
export async function retryTask(services: ProcessServices, caller: Caller, taskId: string): Promise<WorkflowTask> {
  requireRight(caller, "update", { typePath: taskKindName }, taskId);
  const changed = await updateProcess(services, caller.org.id, { taskId }, async (tx, { processState, now }) => {
    const task = requireTask(processState, taskId);
    if (task.status !== "failed") {
      throw conflict(`Only a failed task can be retried; this one is ${task.status}.`);
    }
    // The receiver of the failed run must not call back for the next one.
    await deleteTaskTokens(tx, caller.org.id, taskId);
    tx.afterCommit(() => announceAccess(services.bus));
    return { processState: reopenTask({ processState, now }, taskId, newId()), result: undefined };
  });
  if (changed === undefined) {
    throw notFound(taskKindName, taskId);
  }
  return requireTask(changed.processState, taskId);
}

interface SubtextUpdate {
  readonly taskId: string;
  readonly subtext: string | null | undefined;
  /** Other members sent: they must be unchanged. */
  readonly others: JsonObject;
  readonly expectedVersion: number | undefined;
}

/** Sets the status message of a task and its process, in any state. Counts as a heartbeat. */
export async function updateSubtext(
  services: ProcessServices,
  caller: Caller,
  { taskId, subtext, others, expectedVersion }: SubtextUpdate,
  shown: (taskId: string) => Promise<JsonObject>,
): Promise<void> {
  requireCallbackRight(caller, taskId);
  const { version, ...fixed } = others;
  refuseOthers(fixed, Object.keys(fixed).length === 0 ? {} : await shown(taskId));
  const changed = await updateProcess(services, caller.org.id, { taskId }, async (_tx, { processState, now }) => {
    const task = requireTask(processState, taskId);
    requireVersion(task, expectedVersion);
    requireVersion(task, version);
    if (subtext === undefined) {
      return { processState, result: undefined };
    }
    const isAwaiting = task.status === "awaiting";
    const reported = { ...task, subtext, ...(isAwaiting ? { heartbeatDeadline: heartbeatDeadlineOf(task, now) } : {}) };
    return {
      processState: { ...replaceTask(processState, reported), process: { ...processState.process, subtext } },
      result: undefined,
    };
  });
  if (changed === undefined) {
    throw notFound(taskKindName, taskId);
  }
}

/** Callers may send back a whole task as they read it. Any difference is a change that they may not make. */
function refuseOthers(others: JsonObject, shown: JsonObject): void {
  const [field] = Object.entries(others).find(([name, value]) => !isSameJson(value, shown[name])) ?? [];
  if (field !== undefined) {
    throw invalidField(`#/${field}`, `${field} cannot be changed: a PUT can only change subtext of a task.`);
  }
}
