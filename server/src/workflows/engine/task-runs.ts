import { setTimeout as delay } from "node:timers/promises";
import { Coalescer } from "../../platform/database/coalescer.ts";
import { isOutage } from "../../platform/problem.ts";
import { FairShare } from "../../platform/threads/fair-slots.ts";
import { ActionTimeoutError } from "../actions/action.ts";
import { runKey } from "../workflow.ts";
import type { ProcessServices } from "../workflow-services.ts";
import type { ClaimedTask } from "./claim-tasks.ts";
import { type EndedRun, type Ending, endTasks } from "./end-task.ts";
import { type RunningServices, runTask } from "./run-task.ts";

export interface TaskRunsOptions extends ProcessServices, RunningServices {
  readonly callbackUrl: string;
}

interface InProgress {
  readonly orgId: string;
  readonly processId: string;
  readonly taskId: string;
  readonly attempt: number;
  readonly controller: AbortController;
}

const perOrgMax = 64;
const perNodeMax = 256;
// Longer timers would fire immediately.
const timerMsMax = 2 ** 31 - 1;

/** The tasks that this node is running. */
export class TaskRuns {
  readonly #options: TaskRunsOptions;
  // Not keyed by task: a task taken from a slow node may run here again before its first run has ended.
  readonly #inProgress = new Set<InProgress>();
  readonly #ending = new Set<Promise<void>>();
  readonly #share = new FairShare(perNodeMax);
  /** Runs that end while others of their org are recorded share the next transaction. */
  readonly #ends: Coalescer<Ending, void>;
  #isStopping = false;

  constructor(options: TaskRunsOptions) {
    this.#options = options;
    this.#ends = new Coalescer<Ending, void>({
      run: async (orgId, endings) => {
        await endTasks(options, orgId, endings);
        return endings.map(() => ({ value: undefined }));
      },
      itemsMax: perOrgMax,
      secondFrom: perOrgMax,
    });
  }

  /** Running tasks, and finished ones whose result is not recorded yet. */
  get inProgress(): readonly { readonly taskId: string; readonly attempt: number }[] {
    return [...this.#inProgress];
  }

  /** How many more tasks of the org this node may claim. */
  roomFor(orgId: string): number {
    return Math.max(0, Math.min(perOrgMax - this.#share.heldBy(orgId), this.#share.roomFor(orgId)));
  }

  /** Resolves when the run has ended and there is room for another. */
  async begin(org: { readonly id: string; readonly slug: string }, claimed: ClaimedTask): Promise<void> {
    this.#share.take(org.id);
    const running = this.#run(org, claimed).catch((error) => this.#options.onError(error, claimed.task.id));
    this.#ending.add(running);
    await running;
    this.#ending.delete(running);
    this.#share.release(org.id);
  }

  /** Aborts the runs of a canceled process, or one run of a task. */
  cancel(key: string): void {
    for (const { processId, taskId, attempt, controller } of this.#inProgress) {
      if (processId === key || runKey({ id: taskId, attempt }) === key) {
        controller.abort(new Error("the process was canceled"));
      }
    }
  }

  /** Waits for running tasks up to the limit, then aborts them: another node will run them. */
  async stop(timeoutMs: number): Promise<void> {
    const all = Promise.allSettled(this.#ending);
    await Promise.race([all, delay(timeoutMs, undefined, { ref: false })]);
    this.#isStopping = true;
    for (const { controller } of this.#inProgress) {
      controller.abort(new Error("the node stops"));
    }
    await Promise.race([all, delay(1_000, undefined, { ref: false })]);
  }

  async #run(org: { readonly id: string; readonly slug: string }, claimed: ClaimedTask): Promise<void> {
    const { task } = claimed;
    const controller = new AbortController();
    const { id: taskId, processId, attempt } = task;
    const inProgress = { orgId: org.id, processId, taskId, attempt, controller };
    this.#inProgress.add(inProgress);
    const { callbackUrl } = this.#options;
    const timer = this.#startTimer(claimed, controller);
    try {
      const ended = await runTask(this.#options, claimed, { org, callbackUrl, signal: controller.signal });
      if (!this.#isStopping || ended.end.kind === "done") {
        await this.#note(org.id, claimed, ended);
      }
    } finally {
      clearTimeout(timer);
      this.#inProgress.delete(inProgress);
    }
  }

  #startTimer({ task }: ClaimedTask, controller: AbortController): NodeJS.Timeout {
    const leftMs = (task.deadline?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now();
    const message = `The task timed out after ${task.timeoutSeconds} s.`;
    return setTimeout(
      () => controller.abort(new ActionTimeoutError(message)),
      Math.min(Math.max(0, leftMs), timerMsMax),
    );
  }

  /**
   * Retries until the result is recorded or the task has ended otherwise, at the latest by its deadline: a result must
   * not be lost, nor work repeated, because the database is unavailable or because of a bug.
   */
  async #note(orgId: string, claimed: ClaimedTask, ended: EndedRun): Promise<void> {
    let isReported = false;
    for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 2_000)) {
      try {
        return await this.#ends.add(orgId, { claimed, ended });
      } catch (error) {
        if (this.#isStopping) {
          throw error;
        }
        if (!isOutage(error) && !isReported) {
          this.#options.onError(error, claimed.task.id);
          isReported = true;
        }
        await delay(waitMs);
      }
    }
  }
}
