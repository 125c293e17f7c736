import assert from "node:assert";
import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import type { KindDocument } from "../../kinds/entity-kind.ts";
import { readableDocument } from "../../kinds/readable-document.ts";
import type { Database } from "../../platform/database/database.ts";
import { notFound } from "../../platform/errors.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import type { Failure, WorkflowTask } from "../process-state/process-state.ts";
import { findProcesses, findTask } from "../process-state/process-state-store.ts";
import { mayReadEvent } from "../process-state/readable-event.ts";
import { taskKindName } from "../workflow.ts";
import { findLines } from "./task-store.ts";

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

/** A task as callers see it. Its data, logs and failure are only for callers who may read its trigger. */
export function presentTask(task: WorkflowTask, lines: readonly string[], maySeeData: boolean): KindDocument {
  return {
    ...presentStanding(task, maySeeData),
    id: task.id,
    version: task.version,
    entityType: taskKindName,
    typePath: taskKindName,
    name: task.name,
    status: task.status,
    processId: task.processId,
    action: task.action,
    async: task.isAsync,
    ...(maySeeData ? presentData(task) : {}),
    logs: maySeeData ? lines : [],
    logLineCount: task.logLines,
    ...(task.progress === null ? {} : { progress: task.progress }),
    attempt: task.attempt,
    idempotencyKey: task.idempotencyKey,
    ...(task.deadline === null ? {} : { deadline: task.deadline.toISOString() }),
    ...presentClaim(task),
    ...(task.form === null ? {} : { form: task.form.map((field) => ({ ...field })) }),
  };
}

function presentClaim(task: WorkflowTask): JsonObject {
  const lease = leaseInForce(task, new Date());
  if (lease === undefined) {
    return {};
  }
  const until = lease.until.toISOString();
  return lease.workerId === null ? { availableOn: until } : { claim: { workerId: lease.workerId, leasedUntil: until } };
}

function presentData({ input, output, outputSources }: WorkflowTask): JsonObject {
  return { ...(input === null ? {} : { input }), output, outputSources };
}

/** The status of a task or process: its times, its status message, and its failure if the caller may see it. */
export function presentStanding(subject: Standing, maySeeData: boolean): JsonObject {
  return {
    createdOn: subject.createdOn.toISOString(),
    updatedOn: subject.updatedOn.toISOString(),
    ...(subject.startedOn === null ? {} : { startedOn: subject.startedOn.toISOString() }),
    ...(subject.endedOn === null ? {} : { endedOn: subject.endedOn.toISOString() }),
    ...(subject.subtext === null ? {} : { subtext: subject.subtext }),
    ...(subject.failure === null || !maySeeData ? {} : { failure: { ...subject.failure } }),
  };
}

interface Standing {
  readonly createdOn: Date;
  readonly updatedOn: Date;
  readonly startedOn: Date | null;
  readonly endedOn: Date | null;
  readonly subtext: string | null;
  readonly failure: Failure | null;
}

/** A criterion that the database query can apply. All others are applied in memory. */
export function textIn(criteria: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const value = criteria[field];
  return typeof value === "string" && "or" in criteria === false ? value : undefined;
}

/** Undefined if a worker can claim the task. */
export function leaseInForce(
  { status, attempt, lease }: WorkflowTask,
  now: Date,
): { readonly workerId: string | null; readonly until: Date } | undefined {
  if (lease === null || lease.until === null) {
    return undefined;
  }
  const { workerId, until } = lease;
  return status === "awaiting" && lease.attempt === attempt && until > now ? { workerId, until } : undefined;
}
