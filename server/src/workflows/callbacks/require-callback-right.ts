import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import { notFound } from "../../errors.ts";
import { taskKindName } from "../workflow.ts";

/** Checks whether the caller may send callbacks for the task. To a task token, other tasks do not exist. */
export function requireCallbackRight(caller: Caller, taskId: string): void {
  if (caller.taskId !== undefined && caller.taskId !== taskId) {
    throw notFound(taskKindName, taskId);
  }
  requireRight(caller, "update", { typePath: taskKindName }, taskId);
}
