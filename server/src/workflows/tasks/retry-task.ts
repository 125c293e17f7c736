import { announceAccess } from "../../access/administration.ts";
import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import { deleteTaskTokens } from "../../access/keys/task-token-store.ts";
import { conflict, forbidden, notFound } from "../../errors.ts";
import { newId } from "../../platform/ids.ts";
import type { WorkflowTask } from "../process-state/process-state.ts";
import { reopenTask } from "../process-state/reopen-task.ts";
import { requireTask } from "../process-state/task-of-process.ts";
import { type ProcessServices, updateProcess } from "../process-state/update-process.ts";
import { taskKindName } from "../workflow.ts";

/** Runs a failed task again with all its attempts. The process continues from there. */
export async function retryTask(services: ProcessServices, caller: Caller, taskId: string): Promise<WorkflowTask> {
  requireRetryRight(caller, taskId);
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

/** To a task token, other tasks do not exist, and it cannot retry its own. */
function requireRetryRight(caller: Caller, taskId: string): void {
  requireRight(caller, "update", { typePath: taskKindName }, taskId);
  if (caller.taskId !== undefined) {
    throw caller.taskId === taskId
      ? forbidden("This token is only valid for callbacks of the task. Retry it with a key that may update tasks.")
      : notFound(taskKindName, taskId);
  }
}
