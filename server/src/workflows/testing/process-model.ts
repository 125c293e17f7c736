import {
  applyCallback,
  type Callback,
  type CallbackStatus,
  evaluateCallback,
  type TakenCallback,
} from "../callbacks/apply-callback.ts";
import { breakRun, finishRun, heartbeatDeadlineOf, isSameRun, postponeRun } from "../process-state/end-run.ts";
import { cancelProcessState, moveTask, reopenTask, restartProcessState } from "../process-state/move-task.ts";
import {
  type Failure,
  type ProcessState,
  replaceTask,
  requireTask,
  type WorkflowTask,
} from "../process-state/process-state.ts";
import { hasEnded, statusesBefore } from "../process-state/task-states.ts";
import type { TaskDefinition } from "../workflow.ts";
import { buildProcessState, builtOn, secondsAfter } from "./build-process-state.ts";
import type { ProcessStep } from "./random-process.ts";

interface KnownCallback {
  readonly taskId: string;
  readonly idempotencyKey: string;
  readonly callback: Callback;
  readonly verdict: TakenCallback["verdict"];
  readonly receivedOn: Date;
}

/** A process state in memory, changed by the same pure functions that nodes and callers use on the database. */
export class ProcessModel {
  readonly #definitions: readonly TaskDefinition[];
  readonly #claims: WorkflowTask[] = [];
  /** The current run of each task, tracked independently of the tasks. */
  readonly #runs = new Map<string, WorkflowTask>();
  #callbacks: KnownCallback[] = [];
  #now = builtOn;
  #openings = 0;
  #isFenceBroken = false;
  #processState: ProcessState;

  constructor(definitions: readonly TaskDefinition[]) {
    this.#definitions = definitions;
    this.#processState = buildProcessState(
      definitions.map(({ name, action, async: isAsync, timeoutSeconds, heartbeatSeconds }, position) => ({
        name,
        action,
        isAsync,
        timeoutSeconds: timeoutSeconds ?? 60,
        heartbeatSeconds: heartbeatSeconds ?? null,
        runOn: position === 0 ? builtOn : null,
      })),
    );
  }

  get processState(): ProcessState {
    return this.#processState;
  }

  /** Whether a stale run counts, or a current one does not. */
  get isFenceBroken(): boolean {
    return this.#isFenceBroken;
  }

  get callbacks(): readonly KnownCallback[] {
    return this.#callbacks;
  }

  take(step: ProcessStep): void {
    switch (step.kind) {
      case "claim":
        this.#claim(`node-${step.node}`);
        break;
      case "end":
        this.#end(this.#claims.at(-1 - step.claim), step.as);
        break;
      case "callback":
        this.#callBack(this.#taskAt(step.task), step.status);
        break;
      case "subtext":
        this.#change(replaceTask(this.#processState, this.#alive(this.#taskAt(step.task))));
        break;
      case "wait":
        this.#now = secondsAfter(this.#now, step.seconds);
        break;
      case "time-out":
        this.#timeOut();
        break;
      case "cancel":
        this.#cancel();
        break;
      case "retry":
        this.#retry(this.#taskAt(step.task));
        break;
      case "restart":
        this.#restart(this.#taskAt(step.task), step.isCorrected);
        break;
      case "lose":
        this.#lose(`node-${step.node}`);
    }
  }

  get #moment() {
    return { processState: this.#processState, now: this.#now };
  }

  #taskAt(number: number): WorkflowTask {
    const { tasks } = this.#processState;
    return requireTask(this.#processState, `task-${number % tasks.length}`);
  }

  #change(processState: ProcessState): void {
    this.#processState = processState;
    // Callbacks held for a task that ended otherwise no longer count.
    this.#callbacks = this.#callbacks.filter(
      ({ taskId, verdict }) => verdict === "applied" || !hasEnded(requireTask(processState, taskId).status),
    );
  }

  #claim(claimedBy: string): void {
    const due = this.#processState.tasks.filter(
      ({ runOn, status }) => runOn !== null && runOn <= this.#now && statusesBefore("start").includes(status),
    );
    for (const { id, attempt, deadline, timeoutSeconds } of due) {
      const claim = { claimedBy, attempt: attempt + 1, runOn: null };
      const until = deadline ?? secondsAfter(this.#now, timeoutSeconds);
      this.#change(moveTask(this.#moment, id, "start", { ...claim, deadline: until }));
      const claimed = requireTask(this.#processState, id);
      this.#claims.push(claimed);
      this.#runs.set(id, claimed);
    }
  }

  #end(claimed: WorkflowTask | undefined, as: "done" | "throw" | "again"): void {
    const task = claimed && requireTask(this.#processState, claimed.id);
    if (claimed === undefined || task === undefined) {
      return;
    }
    const counts = isSameRun(task, claimed);
    this.#isFenceBroken ||= counts !== (this.#runs.get(task.id) === claimed);
    if (!counts) {
      return;
    }
    this.#runs.delete(task.id);
    switch (as) {
      case "done":
        this.#change(this.#withEarlyCallbacks(finishRun(this.#processState, task, { own: true }, this.#now), task));
        break;
      case "again":
        this.#change(postponeRun(this.#processState, task, secondsAfter(this.#now, 5), { page: 2 }));
        break;
      case "throw":
        this.#break(task, { code: "error", message: "thrown" });
    }
  }

  #break(task: WorkflowTask, failure: Failure): void {
    this.#runs.delete(task.id);
    const definition = this.#definitions[task.position];
    if (definition !== undefined) {
      this.#change(breakRun(this.#processState, task, { failure, definition, now: this.#now }));
    }
  }

  #withEarlyCallbacks(processState: ProcessState, { id, idempotencyKey }: WorkflowTask): ProcessState {
    let taken = processState;
    this.#callbacks = this.#callbacks.map((known) => {
      if (known.verdict !== "held" || known.taskId !== id || known.idempotencyKey !== idempotencyKey) {
        return known;
      }
      taken = applyCallback(taken, requireTask(taken, id), known.callback, this.#now);
      return { ...known, verdict: "applied" };
    });
    return taken;
  }

  #callBack(task: WorkflowTask, status: CallbackStatus): void {
    const { id: taskId, idempotencyKey } = task;
    const callback: Callback = { taskId, status, output: { said: status } };
    const before = this.#callbacks.filter(
      (known) => known.taskId === taskId && known.idempotencyKey === idempotencyKey,
    );
    const taken = before.map(({ callback: said, verdict, receivedOn }) => ({
      status: said.status,
      verdict,
      receivedOn,
    }));
    const verdict = evaluateCallback(task, status, taken);
    const known = { taskId, idempotencyKey, callback, receivedOn: this.#now };
    if (verdict.kind === "apply") {
      this.#callbacks.push({ ...known, verdict: "applied" });
      this.#change(applyCallback(this.#processState, task, callback, this.#now));
    } else if (verdict.kind === "hold") {
      this.#callbacks.push({ ...known, verdict: "held" });
    }
  }

  #alive(task: WorkflowTask): WorkflowTask {
    const isAwaiting = task.status === "awaiting";
    return {
      ...task,
      subtext: "alive",
      ...(isAwaiting ? { heartbeatDeadline: heartbeatDeadlineOf(task, this.#now) } : {}),
    };
  }

  #timeOut(): void {
    for (const task of this.#processState.tasks.filter(({ status }) => status === "running" || status === "awaiting")) {
      const isLate = [task.deadline, task.heartbeatDeadline].some((due) => due !== null && due <= this.#now);
      if (isLate) {
        this.#break(task, { code: "timeout", message: "late" });
      }
    }
  }

  #cancel(): void {
    if (!hasEnded(this.#processState.process.status)) {
      this.#runs.clear();
      this.#change(cancelProcessState(this.#moment));
    }
  }

  #retry(task: WorkflowTask): void {
    if (task.status === "failed") {
      this.#openings += 1;
      this.#change(reopenTask(this.#moment, task.id, `opening-${this.#openings}`));
    }
  }

  #restart(from: WorkflowTask, isCorrected: boolean): void {
    const { process } = this.#processState;
    if (process.status === "canceled" || (from.status !== "completed" && from.status !== "failed")) {
      return;
    }
    const corrected = isCorrected
      ? { output: { said: "corrected" }, outputSources: { "/said": "restart" } }
      : undefined;
    const newKey = () => {
      this.#openings += 1;
      return `opening-${this.#openings}`;
    };
    for (const { id } of this.#processState.tasks.filter(({ position }) => position >= from.position)) {
      this.#runs.delete(id);
    }
    this.#change(restartProcessState(this.#moment, { from, corrected, newKey }));
  }

  #lose(node: string): void {
    const tasks = this.#processState.tasks.map((task) =>
      task.claimedBy === node ? { ...task, claimedBy: null, runOn: this.#now } : task,
    );
    for (const { id, claimedBy } of this.#runs.values()) {
      if (claimedBy === node) {
        this.#runs.delete(id);
      }
    }
    this.#change({ ...this.#processState, tasks });
  }
}
