import assert from "node:assert";
import type { Caller } from "../access/caller.ts";
import { decide, requireRight } from "../access/decide.ts";
import type { KindDocument } from "../access/entity-kind.ts";
import { readableDocument } from "../access/readable-document.ts";
import { notFound } from "../errors.ts";
import type { Database, PostgresDatabase } from "../platform/database/database.ts";
import { nextHint } from "../platform/database/next-hint.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import type { JsonObject } from "../platform/json-value.ts";
import type { WorkflowProcess, WorkflowTask } from "./course.ts";
import { findProcess, findTask, findTasksOf } from "./course-store.ts";
import { presentSummary, presentTask } from "./present-task.ts";
import { findLines, findProcesses } from "./process-list-store.ts";
import { mayReadEvent, readableEvent } from "./readable-event.ts";
import { hasEnded } from "./task-states.ts";
import { processKindName, taskKindName } from "./workflow.ts";
import { processesTopic } from "./workflows-topic.ts";

// As large as the database can count with.
const allLines = 2 ** 31 - 1;
export const listedLinesMax = 100;

export async function requireProcess(db: Database, caller: Caller, id: string): Promise<WorkflowProcess> {
  requireRight(caller, "read", { typePath: processKindName }, id);
  const process = await findProcess(db, caller.org.id, id);
  if (process === undefined) {
    throw notFound(processKindName, id);
  }
  return process;
}

// A hint may be lost.
const lookAgainMs = 1_000;

/** The process as it is, or as it is when it has ended, if that is within the time. */
export async function watchProcess(
  { db, bus }: { readonly db: PostgresDatabase; readonly bus: WakeUpBus },
  caller: Caller,
  id: string,
  { waitMs, ended }: { readonly waitMs: number; readonly ended: AbortSignal },
): Promise<WorkflowProcess> {
  const deadline = Date.now() + waitMs;
  let process = await requireProcess(db, caller, id);
  while (!hasEnded(process.status) && Date.now() < deadline && !ended.aborted) {
    await nextHint(bus, { topic: processesTopic, key: id }, Math.min(lookAgainMs, deadline - Date.now()), ended);
    process = await requireProcess(db, caller, id);
  }
  return process;
}

/** A process as the caller may see it. */
export async function presentProcess(
  db: Database,
  caller: Caller,
  process: WorkflowProcess,
  { withTasks }: { readonly withTasks: boolean },
): Promise<JsonObject> {
  const maySeeData = mayReadEvent(caller, process.triggerEvent);
  const tasks = await findTasksOf(db, caller.org.id, [process.id]);
  const document = {
    ...presentSummary(process),
    triggerEvent: readableEvent(caller, process.triggerEvent),
    ...(maySeeData ? { taskOutputs: outputsOf(tasks) } : {}),
  };
  const isTold = withTasks && decide(caller, "read", { typePath: taskKindName }).isAllowed;
  return {
    ...readableDocument(caller, processKindName, document),
    ...(isTold ? { tasks: await presentTasks(db, caller, tasks, listedLinesMax) } : {}),
  };
}

export async function readTask(db: Database, caller: Caller, id: string): Promise<KindDocument> {
  requireTaskRight(caller, id);
  const task = await findTask(db, caller.org.id, id);
  if (task === undefined) {
    throw notFound(taskKindName, id);
  }
  return presentWholeTask(db, caller, task);
}

/** With all of its lines. */
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
    (await findProcesses(db, orgId, processIds))
      .filter(({ triggerEvent }) => mayReadEvent(caller, triggerEvent))
      .map(({ id }) => id),
  );
  const lines = await findLines(db, orgId, idsOf(tasks), linesMax);
  return tasks.map((task) => {
    const document = presentTask(task, lines.get(task.id) ?? [], readable.has(task.processId));
    return readableDocument(caller, taskKindName, document);
  });
}

/** A token that is good for one task knows of no other. */
function requireTaskRight(caller: Caller, id: string): void {
  if (caller.taskId !== undefined && caller.taskId !== id) {
    throw notFound(taskKindName, id);
  }
  requireRight(caller, "read", { typePath: taskKindName }, id);
}

function idsOf(tasks: readonly WorkflowTask[]): string[] {
  return tasks.map(({ id }) => id);
}

function outputsOf(tasks: readonly WorkflowTask[]): JsonObject {
  return Object.fromEntries(tasks.map(({ name, output }) => [name, output]));
}
