import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import { Coalescer, type Outcome } from "../../platform/database/coalescer.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { conflict, notFound } from "../../platform/errors.ts";
import { Problem } from "../../platform/problem.ts";
import { stampLines } from "../process-state/log-lines.ts";
import { type ProcessState, replaceTask, requireTask } from "../process-state/process-state.ts";
import { appendLines, type LockedProcess } from "../process-state/process-state-store.ts";
import { mayReadEvent } from "../process-state/readable-event.ts";
import { updateProcesses } from "../process-state/update-process.ts";
import { taskKindName } from "../workflow.ts";
import type { ProcessServices } from "../workflow-services.ts";
import { applyCallback, type Callback } from "./apply-callback.ts";
import { CallbackWindow, type Evaluated } from "./callback-window.ts";

interface Receipt {
  readonly taskId: string;
  readonly status: Callback["status"];
  readonly processId: string;
  readonly receivedOn: string;
  readonly applied: boolean;
}

interface Received {
  readonly caller: Caller;
  readonly sent: Callback;
}

const windowMax = 64;

/**
 * Receives callbacks. Those of an org that arrive while others are recorded share the next transaction. Of any number of
 * simultaneous ones for a task, exactly one decides its outcome.
 */
export class CallbackReceiver {
  readonly #windows: Coalescer<Received, Receipt>;

  constructor(services: ProcessServices) {
    this.#windows = new Coalescer<Received, Receipt>({
      run: (orgId, received) => receiveAll(services, orgId, received),
      itemsMax: windowMax,
      secondFrom: windowMax,
    });
  }

  async receive(caller: Caller, sent: Callback): Promise<Receipt> {
    requireCallbackRight(caller, sent.taskId);
    return this.#windows.add(caller.org.id, { caller, sent });
  }
}

async function receiveAll(
  services: ProcessServices,
  orgId: string,
  received: readonly Received[],
): Promise<Outcome<Receipt>[]> {
  const taskIds = received.map(({ sent }) => sent.taskId);
  let outcomes: (Evaluated | Problem)[] = [];
  try {
    await updateProcesses(services, orgId, taskIds, async (tx, locked) => {
      const window = await CallbackWindow.open(tx, orgId, locked);
      outcomes = [];
      for (const { caller, sent } of received) {
        outcomes.push(await window.receive(sent, caller.actor));
      }
      return window.close();
    });
  } catch (error) {
    // Without the database nothing is tried again: a callback may have been recorded, and would count twice.
    if (error instanceof Problem) {
      return received.map(() => ({ error }));
    }
    throw error;
  }
  return received.map(({ caller, sent }, index) => outcomeOf(caller, sent, outcomes[index]));
}

/** Decided after the commit, because the log also keeps rejected callbacks. */
function outcomeOf(caller: Caller, sent: Callback, evaluated: Evaluated | Problem | undefined): Outcome<Receipt> {
  if (evaluated === undefined || evaluated instanceof Problem) {
    return { error: evaluated ?? notFound(taskKindName, sent.taskId) };
  }
  try {
    return { value: receiptOf(caller, sent, evaluated) };
  } catch (error) {
    return { error };
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

function receiptOf(
  caller: Caller,
  { taskId, status }: Callback,
  { verdict, task, process, receivedOn }: Evaluated,
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
