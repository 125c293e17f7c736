import type { Transaction } from "../../platform/database/database.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import { findHeld, markApplied } from "../callbacks/callback-store.ts";
import { takeCallback } from "../callbacks/receive-callback.ts";
import { breakRun, finishRun, isSameRun, postponeRun } from "../process-state/end-run.ts";
import {
  type Failure,
  type ProcessState,
  replaceTask,
  requireTask,
  type WorkflowTask,
} from "../process-state/process-state.ts";
import { appendLines, type LockedProcess } from "../process-state/process-state-store.ts";
import { updateProcess } from "../process-state/update-process.ts";
import { definitionOf } from "../workflow.ts";
import type { ProcessServices } from "../workflow-services.ts";
import type { ClaimedTask } from "./claim-tasks.ts";

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

/** Records the result of a run. Records nothing if the task was taken over, canceled or timed out meanwhile. */
export async function endTask(
  services: ProcessServices,
  orgId: string,
  claimed: ClaimedTask,
  ended: EndedRun,
): Promise<void> {
  await updateProcess(services, orgId, { taskId: claimed.task.id }, async (tx, locked) => {
    const task = requireTask(locked.processState, claimed.task.id);
    return {
      processState: isSameRun(task, claimed.task)
        ? await endRun(tx, orgId, locked, { claimed, ended })
        : locked.processState,
      result: undefined,
    };
  });
}

interface Ending {
  readonly claimed: ClaimedTask;
  readonly ended: EndedRun;
}

async function endRun(
  tx: Transaction,
  orgId: string,
  locked: LockedProcess,
  { claimed, ended }: Ending,
): Promise<ProcessState> {
  const { now } = locked;
  const before = requireTask(locked.processState, claimed.task.id);
  const task = { ...(await appendLines(tx, orgId, before, ended.lines)), input: ended.input };
  const processState = replaceTask(locked.processState, task);
  const moved = move(processState, task, { claimed, ended }, now);
  return takeEarlyCallbacks(tx, orgId, { processState: moved, now }, requireTask(moved, task.id));
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

/** Applies callbacks held for the task, now that it awaits them. */
async function takeEarlyCallbacks(
  tx: Transaction,
  orgId: string,
  locked: LockedProcess,
  task: WorkflowTask,
): Promise<ProcessState> {
  let { processState } = locked;
  let held = task.status === "awaiting" ? await findHeld(tx, orgId, task) : [];
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
