import type { Transaction } from "../../platform/database/database.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import { findHeld, findTasksWithHeld, markApplied } from "../callbacks/callback-store.ts";
import { takeCallback } from "../callbacks/receive-callback.ts";
import { breakRun, finishRun, isSameRun, postponeRun } from "../process-state/end-run.ts";
import { countLines } from "../process-state/log-lines.ts";
import { startTask } from "../process-state/move-task.ts";
import {
  type Failure,
  type ProcessState,
  replaceTask,
  requireTask,
  type WorkflowTask,
} from "../process-state/process-state.ts";
import { insertLines, type LockedProcess, type TaskLines } from "../process-state/process-state-store.ts";
import { updateProcess, updateProcesses } from "../process-state/update-process.ts";
import { definitionOf } from "../workflow.ts";
import type { ProcessServices } from "../workflow-services.ts";
import { type ClaimedTask, describeClaims } from "./claim-tasks.ts";
import { isSuspended } from "./run-queue-store.ts";

/** The result of one run of a task's action. */
export type RunEnd =
  | { readonly kind: "done"; readonly output: JsonObject }
  | { readonly kind: "again"; readonly on: Date; readonly state: JsonObject }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface EndedRun {
  readonly end: RunEnd;
  /** The arguments of the action, without secrets. */
  readonly input: JsonObject;
  readonly lines: readonly string[];
}

/** A run of a task, and its result. */
export interface Ending {
  readonly claimed: ClaimedTask;
  readonly ended: EndedRun;
}

/** The node that runs the next tasks of the processes at once. */
interface Continuation {
  readonly nodeId: string;
  /** Called before the claims are committed: from then on the node must report the tasks as its own. */
  readonly onClaim: (tasks: readonly WorkflowTask[]) => void;
}

/**
 * Records the results of runs in one transaction, in the order given, and claims the tasks that can run next. Records
 * nothing for a task that was taken over, canceled or timed out meanwhile. Returns the next task for each run, if any;
 * without a continuation, next tasks are due for any node.
 */
export async function endTasks(
  services: ProcessServices,
  orgId: string,
  endings: readonly Ending[],
  continuation?: Continuation,
): Promise<(ClaimedTask | undefined)[]> {
  const taskIds = endings.map(({ claimed }) => claimed.task.id);
  let next = new Map<string, ClaimedTask>();
  await updateProcesses(services, orgId, taskIds, async (tx, locked) => {
    const current = await applyEndings(tx, orgId, locked, endings);
    if (continuation !== undefined) {
      next = await claimNext(tx, services, orgId, { current, continuation });
    }
    return locked.map(({ processState }) => current.get(processState.process.id)?.processState ?? processState);
  });
  return endings.map(({ claimed: { task } }) => {
    const found = next.get(task.processId);
    next.delete(task.processId);
    return found;
  });
}

/** The processes that the results change, by id. */
async function applyEndings(
  tx: Transaction,
  orgId: string,
  locked: readonly LockedProcess[],
  endings: readonly Ending[],
): Promise<Map<string, LockedProcess>> {
  const current = new Map(locked.map((one) => [one.processState.process.id, one]));
  const changed = new Map<string, LockedProcess>();
  const logs: TaskLines[] = [];
  const awaited = new Map<string, string>();
  for (const ending of endings) {
    const found = current.get(ending.claimed.task.processId);
    const task = found?.processState.tasks.find(({ id }) => id === ending.claimed.task.id);
    if (found === undefined || task === undefined || !isSameRun(task, ending.claimed.task)) {
      continue;
    }
    logs.push({ task, lines: ending.ended.lines });
    const processState = endRun(found, task, ending);
    current.set(processState.process.id, { ...found, processState });
    changed.set(processState.process.id, { ...found, processState });
    if (requireTask(processState, task.id).status === "awaiting") awaited.set(task.id, task.processId);
  }
  await insertLines(tx, orgId, logs);
  await takeEarlyCallbacks(tx, orgId, changed, awaited);
  return changed;
}

/** Claims the tasks of the processes that are due now, and changes the processes accordingly. */
async function claimNext(
  tx: Transaction,
  services: ProcessServices,
  orgId: string,
  { current, continuation }: { readonly current: Map<string, LockedProcess>; readonly continuation: Continuation },
): Promise<Map<string, ClaimedTask>> {
  const due = [...current.values()].flatMap((locked) => {
    const task = locked.processState.tasks.find(({ runOn }) => runOn !== null && runOn <= locked.now);
    return task === undefined ? [] : [{ locked, task }];
  });
  if (due.length === 0 || (await isSuspended(tx, orgId))) {
    return new Map();
  }
  const started = due.map(({ locked, task }) => {
    const processState = startTask(locked, task, continuation.nodeId);
    current.set(processState.process.id, { ...locked, processState });
    return {
      task: requireTask(processState, task.id),
      process: processState.process,
      earlier: outputsOf(processState),
    };
  });
  continuation.onClaim(started.map(({ task }) => task));
  const claimed = await describeClaims(tx, services, orgId, started);
  return new Map(claimed.map((one) => [one.process.id, one]));
}

function outputsOf({ tasks }: ProcessState): JsonObject {
  const completed = tasks.filter(({ status }) => status === "completed");
  return Object.fromEntries(completed.map(({ name, status, output }) => [name, { status, output }]));
}

function endRun({ processState, now }: LockedProcess, before: WorkflowTask, { claimed, ended }: Ending): ProcessState {
  const counted = ended.lines.length === 0 ? before : countLines(before, ended.lines);
  const task = { ...counted, input: ended.input };
  return move(replaceTask(processState, task), task, { claimed, ended }, now);
}

function move(
  processState: ProcessState,
  task: WorkflowTask,
  { claimed, ended: { end } }: Ending,
  now: Date,
): ProcessState {
  switch (end.kind) {
    case "done":
      return finishRun(processState, task, end.output, now);
    case "again":
      return postponeRun(processState, task, end.on, end.state);
    case "failed": {
      const definition = definitionOf(claimed.version.definition.tasks, task.position);
      return breakRun(processState, task, { failure: end.failure, definition, now });
    }
  }
}

/** Applies callbacks held for the tasks, now that they await them. */
async function takeEarlyCallbacks(
  tx: Transaction,
  orgId: string,
  current: Map<string, LockedProcess>,
  processIdOf: ReadonlyMap<string, string>,
): Promise<void> {
  const early = processIdOf.size === 0 ? [] : await findTasksWithHeld(tx, orgId, [...processIdOf.keys()]);
  for (const taskId of early) {
    const locked = current.get(processIdOf.get(taskId) ?? "");
    if (locked !== undefined) {
      const task = requireTask(locked.processState, taskId);
      const processState = await takeHeld(tx, orgId, locked, task);
      current.set(processState.process.id, { ...locked, processState });
    }
  }
}

async function takeHeld(
  tx: Transaction,
  orgId: string,
  locked: LockedProcess,
  task: WorkflowTask,
): Promise<ProcessState> {
  let { processState } = locked;
  let held = await findHeld(tx, orgId, task);
  while (held.length > 0) {
    await markApplied(
      tx,
      orgId,
      held.map(({ id }) => id),
    );
    for (const { body, received_on } of held) {
      processState = await takeCallback(
        tx,
        orgId,
        { processState, now: locked.now },
        { callback: body, receivedOn: received_on },
      );
    }
    held = await findHeld(tx, orgId, task);
  }
  return processState;
}

/** Times out a task or schedules its retry. Does nothing if the task has moved on meanwhile. */
export async function timeOutTask(services: ProcessServices, orgId: string, taskId: string): Promise<void> {
  await updateProcess(services, orgId, { taskId }, async (tx, locked) => {
    const { processState, now } = locked;
    const task = requireTask(processState, taskId);
    const message = reasonOf(task, locked);
    if (message === undefined) {
      return { processState, result: undefined };
    }
    const { definition } = await services.versions.versionOf(tx, orgId, processState.process);
    const failure = { code: "timeout", message } as const;
    const change = { failure, definition: definitionOf(definition.tasks, task.position), now };
    return { processState: breakRun(processState, task, change), result: undefined };
  });
}

function reasonOf(task: WorkflowTask, { now }: LockedProcess): string | undefined {
  if (task.status !== "running" && task.status !== "awaiting") {
    return undefined;
  }
  if (task.deadline !== null && task.deadline <= now) {
    return `The task timed out after ${task.timeoutSeconds} s.`;
  }
  return task.heartbeatDeadline !== null && task.heartbeatDeadline <= now
    ? `The task sent no heartbeat for ${task.heartbeatSeconds} s.`
    : undefined;
}
