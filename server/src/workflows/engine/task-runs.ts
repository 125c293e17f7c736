import { setTimeout as delay } from "node:timers/promises";
import { Coalescer, type Outcome } from "../../platform/database/coalescer.ts";
import { isOutage } from "../../platform/problem.ts";
import { FairShare } from "../../platform/threads/fair-slots.ts";
import { ActionTimeoutError } from "../actions/action.ts";
import type { WorkflowTask } from "../process-state/process-state.ts";
import { runKey } from "../workflow.ts";
import type { ProcessServices } from "../workflow-services.ts";
import type { ClaimedTask } from "./claim-tasks.ts";
import { type EndedRun, type Ending, endTasks } from "./end-task.ts";
import { type RunningServices, runTask } from "./run-task.ts";

export interface TaskRunsOptions extends ProcessServices, RunningServices {
  /** Identifies this node's tasks to the other nodes. */
  readonly nodeId: string;
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
  readonly #ends: Coalescer<Ending, ClaimedTask | undefined>;
  /** Tasks that are being claimed together with the end of the ones before them, by run. */
  readonly #next = new Map<string, { readonly taskId: string; readonly attempt: number }>();
  readonly #mayContinue: () => boolean;
  #isStopping = false;

  /** mayContinue says whether a run that ends may be followed by the next task of its process, without a new claim. */
  constructor(options: TaskRunsOptions, mayContinue: () => boolean) {
    this.#options = options;
    this.#mayContinue = mayContinue;
    this.#ends = new Coalescer<Ending, ClaimedTask | undefined>({
      run: (orgId, endings) => this.#endAll(orgId, endings),
      itemsMax: perOrgMax,
      secondFrom: perOrgMax,
    });
  }

  /** Running tasks, finished ones whose result is not recorded yet, and those that follow them. */
  get inProgress(): readonly { readonly taskId: string; readonly attempt: number }[] {
    return [...this.#inProgress, ...this.#next.values()];
  }

  /** How many more tasks of the org this node may claim. */
  roomFor(orgId: string): number {
    return Math.max(0, Math.min(perOrgMax - this.#share.heldBy(orgId), this.#share.roomFor(orgId)));
  }

  /** Resolves when the run has ended and there is room for another. */
  async begin(org: { readonly id: string; readonly slug: string }, claimed: ClaimedTask): Promise<void> {
    this.#share.take(org.id);
    const running = this.#runAll(org, claimed).catch((error) => this.#options.onError(error, claimed.task.id));
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

  /** Runs a task, and those that follow it at once. */
  async #runAll(org: { readonly id: string; readonly slug: string }, first: ClaimedTask): Promise<void> {
    let claimed: ClaimedTask | undefined = first;
    while (claimed !== undefined) {
      claimed = await this.#run(org, claimed);
    }
  }

  async #run(
    org: { readonly id: string; readonly slug: string },
    claimed: ClaimedTask,
  ): Promise<ClaimedTask | undefined> {
    const { task } = claimed;
    const controller = new AbortController();
    const { id: taskId, processId, attempt } = task;
    const inProgress = { orgId: org.id, processId, taskId, attempt, controller };
    this.#inProgress.add(inProgress);
    this.#next.delete(runKey(task));
    const { callbackUrl } = this.#options;
    const timer = this.#startTimer(claimed, controller);
    try {
      const ended = await runTask(this.#options, claimed, { org, callbackUrl, signal: controller.signal });
      return !this.#isStopping || ended.end.kind === "done" ? await this.#note(org.id, claimed, ended) : undefined;
    } finally {
      clearTimeout(timer);
      this.#inProgress.delete(inProgress);
    }
  }

  /** Records results, and claims what follows them. Claims that were not committed are forgotten. */
  async #endAll(orgId: string, endings: readonly Ending[]): Promise<Outcome<ClaimedTask | undefined>[]> {
    const keys: string[] = [];
    const onClaim = (tasks: readonly WorkflowTask[]) => {
      for (const task of tasks) {
        keys.push(runKey(task));
        this.#next.set(runKey(task), { taskId: task.id, attempt: task.attempt });
      }
    };
    const { nodeId } = this.#options;
    const continuation = !this.#isStopping && this.#mayContinue() ? { nodeId, onClaim } : undefined;
    try {
      const next = await endTasks(this.#options, orgId, endings, continuation);
      return next.map((value) => ({ value }));
    } catch (error) {
      for (const key of keys) this.#next.delete(key);
      throw error;
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
  async #note(orgId: string, claimed: ClaimedTask, ended: EndedRun): Promise<ClaimedTask | undefined> {
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
