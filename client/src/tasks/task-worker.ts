import { randomKey } from "../call-operation.ts";
import type { EventWorkflowTask } from "../contract/schemas.ts";
import { longPoll, longPollOptions, waitSecondsDefault } from "../long-poll.ts";
import type { Caller } from "../operation-call.ts";
import { briefly, releaseLease } from "./hold-lease.ts";
import { runClaimedTask } from "./run-claimed-task.ts";
import type { TaskHandler, WorkerOptions } from "./task-handler.ts";
import type { WorkerContext } from "./worker-context.ts";

/** The maximum of one claim. */
const claimsMax = 100;
const leaseSecondsDefault = 60;

/** A running worker: it claims tasks of one action, and handles them. */
export class TaskWorker {
  /** Resolves when the worker and all its handlers have ended; rejects with the error that stopped it, unless that was stop or the signal. */
  readonly finished: Promise<void>;
  readonly #workerContext: WorkerContext;
  readonly #input: { readonly action: string; readonly names?: string[] };
  readonly #concurrency: number;
  readonly #stopping = new AbortController();
  readonly #running = new Set<string>();
  #onFreed: () => void = () => {};

  constructor(caller: Caller, action: string, handler: TaskHandler, options: WorkerOptions = {}) {
    const { names, concurrency = 1, leaseSeconds = leaseSecondsDefault, workerId, signal, onError } = options;
    this.#workerContext = {
      caller,
      handler,
      workerId: workerId ?? `worker-${randomKey()}`,
      leaseSeconds,
      signal,
      reportError: (error, task) => void reportQuietly(() => onError?.(error, task)),
    };
    this.#input = { action, ...(names === undefined ? {} : { names: [...names] }) };
    this.#concurrency = Math.max(1, concurrency);
    this.finished = this.#work();
    // With onError the error has been reported; without it, the error that stops a worker must not go unnoticed.
    if (onError !== undefined) this.finished.catch(() => {});
  }

  /** Claims no more tasks, releases those not started, and waits for running handlers. Never rejects. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.finished.catch(() => {});
  }

  async #work(): Promise<void> {
    const { signal } = this.#workerContext;
    const stop = () => this.#stopping.abort();
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted === true) stop();
    try {
      await this.#takeTasks();
    } finally {
      await this.#untilFree(() => this.#running.size === 0);
      signal?.removeEventListener("abort", stop);
    }
  }

  async #takeTasks(): Promise<void> {
    const stopping = this.#stopping.signal;
    while (!stopping.aborted) {
      const tasks = await this.#claim();
      if (stopping.aborted) {
        await Promise.all(tasks.map(({ id }) => releaseLease(this.#workerContext, id)));
        return;
      }
      for (const task of tasks) {
        this.#begin(task);
      }
      await this.#untilFree(() => this.#running.size < this.#concurrency);
    }
  }

  #begin(task: EventWorkflowTask): void {
    this.#running.add(task.id);
    void runClaimedTask(this.#workerContext, task)
      .catch((error) => this.#workerContext.reportError(error, task))
      .finally(() => {
        this.#running.delete(task.id);
        this.#onFreed();
      });
  }

  async #untilFree(isFree: () => boolean): Promise<void> {
    while (!isFree()) {
      await new Promise<void>((resolve) => {
        this.#onFreed = resolve;
      });
    }
  }

  /** Waits for tasks, as many as can be started. After a stop: tasks that must be released. */
  async #claim(): Promise<EventWorkflowTask[]> {
    try {
      return await this.#waitForTasks();
    } catch (error) {
      if (this.#stopping.signal.aborted) {
        return this.#findUnbegun();
      }
      this.#workerContext.reportError(error);
      throw error;
    }
  }

  #waitForTasks(): Promise<EventWorkflowTask[]> {
    const { caller, workerId, leaseSeconds } = this.#workerContext;
    const limit = Math.min(claimsMax, this.#concurrency - this.#running.size);
    const { signal } = this.#stopping;
    const body = { ...this.#input, workerId, leaseSeconds, limit, wait: waitSecondsDefault };
    const options = longPollOptions({ signal }, waitSecondsDefault);
    const ask = async () => (await caller.call("claim-event-workflow-tasks", { body }, options)).results;
    return longPoll(ask, (tasks) => tasks.length === 0, signal);
  }

  /** An interrupted claim may have been granted: its tasks are found by their worker id. */
  async #findUnbegun(): Promise<EventWorkflowTask[]> {
    const { caller, workerId, reportError } = this.#workerContext;
    const query = { criteria: { status: "awaiting", claim: { exists: true } }, limit: 1_000 };
    try {
      const { results } = await caller.call("list-event-workflow-tasks", { query }, briefly);
      return results.filter(({ id, claim }) => claim?.workerId === workerId && !this.#running.has(id));
    } catch (error) {
      reportError(error);
      return [];
    }
  }
}

/** Ignores the result of onError, even if it is asynchronous or throws. */
async function reportQuietly(report: () => void): Promise<void> {
  try {
    await report();
  } catch {
    // There is nowhere else to report it.
  }
}
