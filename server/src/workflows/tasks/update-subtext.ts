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
  /** Whatever else was sent: it must be as it was read. */
  readonly others: JsonObject;
  readonly expectedVersion: number | undefined;
}

/** Says how far a task is, whatever its state. It is a sign of life, and the process says the same. */
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

/** Whoever has read a task may send it back whole; what differs is a change that is not theirs to make. */
function refuseOthers(others: JsonObject, shown: JsonObject): void {
  const [field] = Object.entries(others).find(([name, value]) => !isSameJson(value, shown[name])) ?? [];
  if (field !== undefined) {
    throw invalidField(`#/${field}`, `${field} cannot be changed: a PUT can only change subtext of a task.`);
  }
}
