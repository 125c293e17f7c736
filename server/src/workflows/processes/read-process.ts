import type { Caller } from "../../access/caller.ts";
import { type Decider, decide, requireRight } from "../../access/decide.ts";
import type { KindDocument } from "../../kinds/entity-kind.ts";
import { readableDocument } from "../../kinds/readable-document.ts";
import type { Database, PostgresDatabase } from "../../platform/database/database.ts";
import { nextHint, type WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { notFound } from "../../platform/errors.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import type { WorkflowProcess, WorkflowTask } from "../process-state/process-state.ts";
import { findProcess, findTasksOf } from "../process-state/process-state-store.ts";
import { mayReadEvent, readableEvent } from "../process-state/readable-event.ts";
import { hasEnded } from "../process-state/task-states.ts";
import { listedLinesMax, presentStanding, presentTasks } from "../tasks/read-task.ts";
import { processesTopic, processKindName, taskKindName } from "../workflow.ts";

export async function requireProcess(db: Database, caller: Caller, id: string): Promise<WorkflowProcess> {
  requireRight(caller, "read", { typePath: processKindName }, id);
  const process = await findProcess(db, caller.org.id, id);
  if (process === undefined) {
    throw notFound(processKindName, id);
  }
  return process;
}

// A notification may be lost.
const lookAgainMs = 1_000;

/** Returns the process when it has ended, or as it is after the timeout. */
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
  const maySeeData = mayReadEvent(caller, process);
  const tasks = await findTasksOf(db, caller.org.id, [process.id]);
  const document = {
    ...presentSummary(caller, process),
    triggerEvent: readableEvent(caller, process),
    ...(maySeeData ? { taskOutputs: outputsOf(tasks) } : {}),
  };
  const isReported = withTasks && decide(caller, "read", { typePath: taskKindName }).isAllowed;
  return {
    ...readableDocument(caller, processKindName, document),
    ...(isReported ? { tasks: await presentTasks(db, caller, tasks, listedLinesMax) } : {}),
  };
}

function outputsOf(tasks: readonly WorkflowTask[]): JsonObject {
  return Object.fromEntries(tasks.map(({ name, output }) => [name, output]));
}

/** A process without its event and outputs. */
export function presentSummary(caller: Decider, process: WorkflowProcess): KindDocument {
  return {
    ...presentStanding(process, mayReadEvent(caller, process)),
    id: process.id,
    version: process.version,
    entityType: processKindName,
    typePath: processKindName,
    eventWorkflowId: process.workflowId,
    eventWorkflowVersion: process.workflowVersion,
    status: process.status,
    triggerKey: process.triggerKey,
    ...(process.createdById === null ? {} : { createdById: process.createdById }),
  };
}
