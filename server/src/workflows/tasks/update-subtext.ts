import type { Caller } from "../../access/caller.ts";
import { invalidField, notFound, versionMismatch } from "../../errors.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import { isSameJson } from "../../platform/same-json.ts";
import { requireCallbackRight } from "../callbacks/require-callback-right.ts";
import { heartbeatDeadlineOf } from "../process-state/end-run.ts";
import { replaceTask, requireTask } from "../process-state/task-of-process.ts";
import { type ProcessServices, updateProcess } from "../process-state/update-process.ts";
import { taskKindName } from "../workflow.ts";

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
  refuseOthers(others, Object.keys(others).length === 0 ? {} : await shown(taskId));
  const changed = await updateProcess(services, caller.org.id, { taskId }, async (_tx, { processState, now }) => {
    const task = requireTask(processState, taskId);
    if (expectedVersion !== undefined && expectedVersion !== task.version) {
      throw versionMismatch(task.version);
    }
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
