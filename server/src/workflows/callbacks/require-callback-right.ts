import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import { notFound } from "../../errors.ts";
import { taskKindName } from "../workflow.ts";

/** Whether the caller may tell of the task. A token that is good for one task knows of no other. */
export function requireCallbackRight(caller: Caller, taskId: string): void {
  if (caller.taskId !== undefined && caller.taskId !== taskId) {
    throw notFound(taskKindName, taskId);
  }
  requireRight(caller, "update", { typePath: taskKindName }, taskId);
}
