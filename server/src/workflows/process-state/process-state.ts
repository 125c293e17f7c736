import assert from "node:assert";
import type { Author } from "../../changes/change.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import type { TaskForm } from "../task-form.ts";
import type { EventTargets } from "./readable-event.ts";
import type { ProcessStatus, TaskStatus } from "./task-states.ts";

export interface Failure {
  readonly code: "error" | "timeout" | "callback" | "canceled" | "limit" | "stopped";
  readonly message: string;
}

/** The failure of a workflow whose owner can no longer act. */
export function stoppedFailure(reason: string): Failure {
  return { code: "stopped", message: `The workflow is stopped. ${reason} Take it over to let it act as you.` };
}

/** One run of a workflow. */
export interface WorkflowProcess {
  readonly id: string;
  readonly workflowId: string;
  readonly workflowVersion: number;
  readonly status: ProcessStatus;
  readonly triggerKey: string;
  readonly triggerEvent: JsonObject;
  readonly eventTargets: EventTargets;
  /** The workflows that led to this process, without its own. */
  readonly causes: readonly string[];
  readonly subtext: string | null;
  readonly failure: (Failure & { readonly taskId?: string; readonly taskName?: string }) | null;
  readonly version: number;
  readonly createdOn: Date;
  readonly updatedOn: Date;
  readonly createdById: string | null;
  readonly startedOn: Date | null;
  readonly endedOn: Date | null;
}

/**
 * A claim of an external worker on a task. It keeps other workers away, and has no effect on the state of the task. Not
 * to be confused with claimedBy, the node that runs a task.
 */
export interface TaskLease {
  /** Null if a worker released the task for later: until then it keeps all workers away. */
  readonly workerId: string | null;
  /** The claimed attempt: a task that is run again is free. */
  readonly attempt: number;
  /** Null once the worker has released it. */
  readonly until: Date | null;
}

/** One task of a process. */
export interface WorkflowTask {
  readonly id: string;
  readonly processId: string;
  readonly position: number;
  readonly name: string;
  readonly action: string;
  readonly isAsync: boolean;
  readonly status: TaskStatus;
  readonly input: JsonObject | null;
  readonly output: JsonObject;
  readonly outputSources: Readonly<Record<string, string>>;
  readonly subtext: string | null;
  readonly progress: number | null;
  readonly failure: Failure | null;
  readonly attempt: number;
  readonly retries: number;
  readonly idempotencyKey: string;
  readonly timeoutSeconds: number;
  readonly heartbeatSeconds: number | null;
  /** Null if any answer fits. */
  readonly form: TaskForm | null;
  readonly state: JsonObject | null;
  readonly runOn: Date | null;
  readonly claimedBy: string | null;
  readonly lease: TaskLease | null;
  readonly deadline: Date | null;
  readonly heartbeatDeadline: Date | null;
  readonly logLines: number;
  readonly logBytes: number;
  readonly version: number;
  readonly createdOn: Date;
  readonly updatedOn: Date;
  readonly startedOn: Date | null;
  readonly endedOn: Date | null;
}

/** A process with its tasks, in order: the unit of every state decision. */
export interface ProcessState {
  readonly process: WorkflowProcess;
  readonly tasks: readonly WorkflowTask[];
}

/** The author of a workflow's writes in the history. All changes of a task are one change set. */
export function authorOfTask(writer: Author, process: WorkflowProcess, taskId: string): Author {
  return {
    ...writer,
    changeSetId: taskId,
    source: "workflow",
    sourceId: process.id,
    causes: [...process.causes, process.workflowId],
  };
}

export function requireTask({ tasks }: ProcessState, taskId: string): WorkflowTask {
  const task = tasks.find(({ id }) => id === taskId);
  assert(task !== undefined, "a course without the task that it was found by");
  return task;
}

export function replaceTask(processState: ProcessState, changed: WorkflowTask): ProcessState {
  return { ...processState, tasks: processState.tasks.map((task) => (task.id === changed.id ? changed : task)) };
}
