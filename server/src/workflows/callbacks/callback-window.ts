import { createHash } from "node:crypto";
import type { Caller } from "../../access/caller.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { invalidField, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { deepMerge } from "../../platform/json/merge-output.ts";
import { isOutage, Problem } from "../../platform/problem.ts";
import { countLines, stampLines, validateLines } from "../process-state/log-lines.ts";
import {
  type ProcessState,
  replaceTask,
  requireTask,
  type WorkflowProcess,
  type WorkflowTask,
} from "../process-state/process-state.ts";
import { insertLines, type LockedProcess, type TaskLines } from "../process-state/process-state-store.ts";
import { requireAnswer } from "../task-form.ts";
import { taskKindName } from "../workflow.ts";
import { applyCallback, type Callback, evaluateCallback, type TakenCallback, type Verdict } from "./apply-callback.ts";
import {
  type CallbackVerdict,
  countHeldBytes,
  findHeld,
  findTaken,
  insertCallbacks,
  type NewCallback,
} from "./callback-store.ts";

/** What a callback has met, and what it does. */
export interface Evaluated {
  readonly verdict: Verdict;
  /** Before the callback. */
  readonly task: WorkflowTask;
  readonly process: WorkflowProcess;
  readonly receivedOn: Date;
}

/** The callbacks of one transaction, in order: each sees the effect of those before it. They are written together. */
export class CallbackWindow {
  readonly #tx: Transaction;
  readonly #orgId: string;
  readonly #locked: readonly LockedProcess[];
  readonly #current: Map<string, LockedProcess>;
  /** By task. */
  readonly #taken: Map<string, TakenCallback[]>;
  #callbacks: NewCallback[] = [];
  #lines: TaskLines[] = [];

  static async open(tx: Transaction, orgId: string, locked: readonly LockedProcess[]): Promise<CallbackWindow> {
    const tasks = locked.flatMap(({ processState }) => processState.tasks.filter(({ isAsync }) => isAsync));
    return new CallbackWindow(tx, orgId, locked, await findTaken(tx, orgId, tasks));
  }

  private constructor(
    tx: Transaction,
    orgId: string,
    locked: readonly LockedProcess[],
    taken: Map<string, TakenCallback[]>,
  ) {
    this.#tx = tx;
    this.#orgId = orgId;
    this.#locked = locked;
    this.#taken = taken;
    this.#current = new Map(locked.map((one) => [one.processState.process.id, one]));
  }

  /** Returns the problem of a callback that is not recorded. */
  async receive(sent: Callback, actor: Caller["actor"]): Promise<Evaluated | Problem> {
    const locked = this.#processOf(sent.taskId);
    if (locked === undefined) {
      return notFound(taskKindName, sent.taskId);
    }
    const { processState, now } = locked;
    const task = requireTask(processState, sent.taskId);
    const taken = this.#taken.get(task.id) ?? [];
    const verdict = evaluateCallback(task, sent.status, taken);
    const callback = await this.#fitting(task, sent, verdict);
    if (callback instanceof Problem) {
      return callback;
    }
    this.#callbacks.push(newCallback({ task, callback, verdict, receivedOn: now, actor }));
    if (verdict.kind === "apply" || verdict.kind === "hold") {
      const isApplied = verdict.kind === "apply";
      this.#taken.set(task.id, [
        ...taken,
        { status: sent.status, verdict: verdictOfKind[verdict.kind], receivedOn: now },
      ]);
      if (isApplied) this.#apply(locked, task, callback);
    }
    return { verdict, task, process: processState.process, receivedOn: now };
  }

  /** Writes the callbacks, and returns the states of the processes in the order in which they were locked. */
  async close(): Promise<ProcessState[]> {
    await this.#flush();
    return this.#locked.map(
      ({ processState }) => this.#current.get(processState.process.id)?.processState ?? processState,
    );
  }

  #processOf(taskId: string): LockedProcess | undefined {
    return [...this.#current.values()].find(({ processState }) => processState.tasks.some(({ id }) => id === taskId));
  }

  #apply(locked: LockedProcess, task: WorkflowTask, callback: Callback): void {
    const lines = stampLines(callback.logs, locked.now);
    this.#lines.push({ task, lines });
    const counted = lines.length === 0 ? task : countLines(task, lines);
    const processState = applyCallback(replaceTask(locked.processState, counted), counted, callback, locked.now);
    this.#current.set(processState.process.id, { ...locked, processState });
  }

  async #flush(): Promise<void> {
    const [callbacks, lines] = [this.#callbacks, this.#lines];
    this.#callbacks = [];
    this.#lines = [];
    await insertCallbacks(this.#tx, this.#orgId, callbacks);
    await insertLines(this.#tx, this.#orgId, lines);
  }

  /** The callback with its output in stored form, or why it does not fit. */
  async #fitting(task: WorkflowTask, callback: Callback, verdict: Verdict): Promise<Callback | Problem> {
    try {
      await this.#requireRoom(task, callback, verdict);
      return await this.#requireFit(task, callback, verdict);
    } catch (error) {
      if (error instanceof Problem && !isOutage(error)) {
        return error;
      }
      throw error;
    }
  }

  /** Only new callbacks must fit: a duplicate returns its first receipt. */
  async #requireRoom(task: WorkflowTask, { logs }: Callback, verdict: Verdict): Promise<void> {
    if (logs === undefined || (verdict.kind !== "apply" && verdict.kind !== "hold")) {
      return;
    }
    let heldBytes = 0;
    if (verdict.kind === "hold") {
      await this.#flush();
      heldBytes = await countHeldBytes(this.#tx, this.#orgId, task);
    }
    const error = validateLines({ ...task, logBytes: task.logBytes + heldBytes }, logs);
    if (error !== undefined) {
      throw invalidField("#/logs", error);
    }
  }

  /** A FAILURE answers nothing, so its output is not checked. */
  async #requireFit(task: WorkflowTask, callback: Callback, verdict: Verdict): Promise<Callback> {
    const isNew = verdict.kind === "apply" || verdict.kind === "hold";
    if (task.form === null || !isNew || callback.status === "FAILURE") {
      return callback;
    }
    const held = verdict.kind === "hold" ? await this.#findHeld(task) : [];
    const before = held.reduce((output, { body }) => deepMerge(output, body.output ?? {}), task.output);
    const output = requireAnswer(task.form, callback.output ?? {}, callback.status === "SUCCESS" ? before : undefined);
    return callback.output === undefined ? callback : { ...callback, output };
  }

  async #findHeld(task: WorkflowTask) {
    await this.#flush();
    return findHeld(this.#tx, this.#orgId, task);
  }
}

const verdictOfKind = {
  apply: "applied",
  hold: "held",
  repeated: "repeated",
  refused: "refused",
} as const satisfies Record<Verdict["kind"], CallbackVerdict>;

interface Noted extends Omit<Evaluated, "process"> {
  readonly callback: Callback;
  readonly actor: Caller["actor"];
}

function newCallback({ task, callback, verdict, receivedOn, actor }: Noted): NewCallback {
  return {
    id: newId(),
    taskId: task.id,
    idempotencyKey: task.idempotencyKey,
    status: callback.status,
    verdict: verdictOfKind[verdict.kind],
    detail: verdict.kind === "refused" ? verdict.reason : null,
    actorId: actor.id,
    actorName: actor.name,
    bodyHash: createHash("sha256").update(JSON.stringify(callback)).digest("base64url"),
    body: verdict.kind === "hold" ? callback : null,
    receivedOn,
  };
}
