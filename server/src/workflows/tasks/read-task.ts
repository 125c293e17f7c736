import assert from "node:assert";
import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import type { KindDocument } from "../../access/entity-kind.ts";
import { readableDocument } from "../../access/readable-document.ts";
import { notFound } from "../../errors.ts";
import type { Database } from "../../platform/database/database.ts";
import type { WorkflowTask } from "../process-state/process-state.ts";
import { findProcesses, findTask } from "../process-state/process-state-store.ts";
import { mayReadEvent } from "../process-state/readable-event.ts";
import { taskKindName } from "../workflow.ts";
import { presentTask } from "./present-task.ts";
import { findLines } from "./task-list-store.ts";

// The largest integer of the database.
const allLines = 2 ** 31 - 1;
export const listedLinesMax = 100;

export async function readTask(db: Database, caller: Caller, id: string): Promise<KindDocument> {
  requireTaskRight(caller, id);
  const task = await findTask(db, caller.org.id, id);
  if (task === undefined) {
    throw notFound(taskKindName, id);
  }
  return presentWholeTask(db, caller, task);
}

/** With all log lines. */
export async function presentWholeTask(db: Database, caller: Caller, task: WorkflowTask): Promise<KindDocument> {
  const [presented] = await presentTasks(db, caller, [task], allLines);
  assert(presented !== undefined, "a task that is not among itself");
  return presented;
}

export async function presentTasks(
  db: Database,
  caller: Caller,
  tasks: readonly WorkflowTask[],
  linesMax: number,
): Promise<KindDocument[]> {
  const orgId = caller.org.id;
  const processIds = [...new Set(tasks.map(({ processId }) => processId))];
  const readable = new Set(
    (await findProcesses(db, orgId, processIds)).filter((process) => mayReadEvent(caller, process)).map(({ id }) => id),
  );
  const lines = await findLines(db, orgId, idsOf(tasks), linesMax);
  return tasks.map((task) => {
    const document = presentTask(task, lines.get(task.id) ?? [], readable.has(task.processId));
    return readableDocument(caller, taskKindName, document);
  });
}

/** To a task token, other tasks do not exist. */
function requireTaskRight(caller: Caller, id: string): void {
  if (caller.taskId !== undefined && caller.taskId !== id) {
    throw notFound(taskKindName, id);
  }
  requireRight(caller, "read", { typePath: taskKindName }, id);
}

function idsOf(tasks: readonly WorkflowTask[]): string[] {
  return tasks.map(({ id }) => id);
}
