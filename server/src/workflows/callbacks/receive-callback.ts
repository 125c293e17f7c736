import { createHash } from "node:crypto";
import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { conflict, invalidField, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { deepMerge } from "../../platform/json/merge-output.ts";
import { stampLines, validateLines } from "../process-state/log-lines.ts";
import { type ProcessState, replaceTask, requireTask, type WorkflowTask } from "../process-state/process-state.ts";
import { appendLines, type LockedProcess } from "../process-state/process-state-store.ts";
import { mayReadEvent } from "../process-state/readable-event.ts";
import { updateProcess } from "../process-state/update-process.ts";
import { requireAnswer } from "../task-form.ts";
import { taskKindName } from "../workflow.ts";
import type { ProcessServices } from "../workflow-services.ts";
import { applyCallback, type Callback, evaluateCallback, type Verdict } from "./apply-callback.ts";
import { type CallbackVerdict, countHeldBytes, findHeld, findTaken, insertCallback } from "./callback-store.ts";

interface Receipt {
  readonly taskId: string;
  readonly status: Callback["status"];
  readonly processId: string;
  readonly receivedOn: string;
  readonly applied: boolean;
}

/** Receives a callback. Of any number of simultaneous ones, exactly one decides the outcome of the task. */
export async function receiveCallback(services: ProcessServices, caller: Caller, sent: Callback): Promise<Receipt> {
  requireCallbackRight(caller, sent.taskId);
  const changed = await updateProcess(services, caller.org.id, { taskId: sent.taskId }, async (tx, locked) => {
    const task = requireTask(locked.processState, sent.taskId);
    const verdict = evaluateCallback(task, sent.status, await findTaken(tx, caller.org.id, task));
    await requireRoom(tx, caller.org.id, task, { callback: sent, verdict });
    const callback = await requireFit(tx, caller.org.id, task, { callback: sent, verdict });
    await noteCallback(tx, caller, { task, callback, verdict, receivedOn: locked.now });
    const processState =
      verdict.kind === "apply"
        ? await takeCallback(tx, caller.org.id, locked, { callback, receivedOn: locked.now })
        : locked.processState;
    return { processState, result: { verdict, task, receivedOn: locked.now } };
  });
  if (changed === undefined) {
    throw notFound(taskKindName, sent.taskId);
  }
  // Thrown after the commit, because the log also keeps rejected callbacks.
  return receiptOf(caller, sent, changed.result, changed.processState);
}

/** The callback with its output in stored form. A FAILURE answers nothing, so its output is not checked. */
async function requireFit(
  tx: Transaction,
  orgId: string,
  task: WorkflowTask,
  { callback, verdict }: Pick<Noted, "callback" | "verdict">,
): Promise<Callback> {
  const isNew = verdict.kind === "apply" || verdict.kind === "hold";
  if (task.form === null || !isNew || callback.status === "FAILURE") {
    return callback;
  }
  const held = verdict.kind === "hold" ? await findHeld(tx, orgId, task) : [];
  const before = held.reduce((output, { body }) => deepMerge(output, body.output ?? {}), task.output);
  const output = requireAnswer(task.form, callback.output ?? {}, callback.status === "SUCCESS" ? before : undefined);
  return callback.output === undefined ? callback : { ...callback, output };
}

/** Only new callbacks must fit: a duplicate returns its first receipt. */
async function requireRoom(
  tx: Transaction,
  orgId: string,
  task: WorkflowTask,
  { callback: { logs }, verdict }: Pick<Noted, "callback" | "verdict">,
): Promise<void> {
  if (logs === undefined || (verdict.kind !== "apply" && verdict.kind !== "hold")) {
    return;
  }
  const heldBytes = verdict.kind === "hold" ? await countHeldBytes(tx, orgId, task) : 0;
  const error = validateLines({ ...task, logBytes: task.logBytes + heldBytes }, logs);
  if (error !== undefined) {
    throw invalidField("#/logs", error);
  }
}

/** The process state with the callback applied. Its log lines are appended. */
export async function takeCallback(
  tx: Transaction,
  orgId: string,
  { processState, now }: LockedProcess,
  { callback, receivedOn }: { readonly callback: Callback; readonly receivedOn: Date },
): Promise<ProcessState> {
  const task = requireTask(processState, callback.taskId);
  const counted = await appendLines(tx, orgId, task, stampLines(callback.logs, receivedOn));
  return applyCallback(replaceTask(processState, counted), counted, callback, now);
}

const verdictOfKind = {
  apply: "applied",
  hold: "held",
  repeated: "repeated",
  refused: "refused",
} as const satisfies Record<Verdict["kind"], CallbackVerdict>;

interface Noted {
  readonly task: WorkflowTask;
  readonly callback: Callback;
  readonly verdict: Verdict;
  readonly receivedOn: Date;
}

async function noteCallback(tx: Transaction, caller: Caller, { task, callback, verdict, receivedOn }: Noted) {
  await insertCallback(tx, caller.org.id, task, {
    id: newId(),
    status: callback.status,
    verdict: verdictOfKind[verdict.kind],
    ...(verdict.kind === "refused" ? { detail: verdict.reason } : {}),
    actorId: caller.actor.id,
    actorName: caller.actor.name,
    bodyHash: createHash("sha256").update(JSON.stringify(callback)).digest("base64url"),
    ...(verdict.kind === "hold" ? { body: callback } : {}),
    receivedOn,
  });
}

function receiptOf(
  caller: Caller,
  { taskId, status }: Callback,
  { verdict, task, receivedOn }: Omit<Noted, "callback">,
  { process }: ProcessState,
): Receipt {
  const receipt = { taskId, status, processId: process.id };
  switch (verdict.kind) {
    case "apply":
      return { ...receipt, receivedOn: receivedOn.toISOString(), applied: true };
    case "hold":
      return { ...receipt, receivedOn: receivedOn.toISOString(), applied: false };
    case "repeated": {
      const { first } = verdict;
      return { ...receipt, receivedOn: first.receivedOn.toISOString(), applied: first.verdict === "applied" };
    }
    case "refused": {
      const isShown = task.failure !== null && mayReadEvent(caller, process);
      const outcome = { status: task.status, ...(isShown ? { failure: task.failure } : {}) };
      throw conflict(verdict.reason, { outcome });
    }
  }
}

/** Checks whether the caller may send callbacks for the task. To a task token, other tasks do not exist. */
export function requireCallbackRight(caller: Caller, taskId: string): void {
  if (caller.taskId !== undefined && caller.taskId !== taskId) {
    throw notFound(taskKindName, taskId);
  }
  requireRight(caller, "update", { typePath: taskKindName }, taskId);
}
