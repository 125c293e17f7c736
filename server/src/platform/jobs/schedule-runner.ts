import type { PostgresDatabase } from "../database/database.ts";
import { nextOccurrence } from "../schedules/next-occurrence.ts";
import { type CronSchedule, parseCron } from "../schedules/parse-cron.ts";
import { type Job, messageOf, recordEnd, retryOn } from "./job.ts";
import {
  addSchedules,
  claimSchedule,
  endSchedule,
  lockDueSchedules,
  postponeSchedule,
  releaseLostSchedules,
  type ScheduledRun,
} from "./schedule-store.ts";

export interface ScheduleRunnerOptions {
  readonly db: PostgresDatabase;
  readonly nodeId: string;
  readonly jobs: readonly Job[];
  readonly stopping: AbortSignal;
  readonly onFailure: (task: string, error: unknown) => void;
}

interface ScheduledJob {
  readonly run: Job["run"];
  readonly times: CronSchedule;
}

// A run found later than this was missed by all nodes, and is skipped.
const lateMsMax = 60_000;

/** Runs scheduled tasks, each on one of the nodes. They need no slot, so that jobs of orgs do not delay them. */
export class ScheduleRunner {
  readonly #options: ScheduleRunnerOptions;
  readonly #jobs: ReadonlyMap<string, ScheduledJob>;
  readonly #running = new Map<string, Promise<void>>();

  constructor(options: ScheduleRunnerOptions) {
    this.#options = options;
    this.#jobs = new Map(
      options.jobs.flatMap(({ task, run, schedule }) =>
        schedule === undefined ? [] : [[task, { run, times: parseCron(schedule) }] as const],
      ),
    );
  }

  async add(): Promise<void> {
    const now = new Date();
    const schedules = [...this.#jobs].map(([task, { times }]) => ({ task, runOn: nextTime(times, now) }));
    await this.#options.db.transaction((tx) => addSchedules(tx, schedules));
  }

  async runDue(): Promise<void> {
    for (const scheduled of await this.#claimDue()) {
      const running = this.#run(scheduled).finally(() => this.#running.delete(scheduled.task));
      this.#running.set(scheduled.task, running);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #claimDue(): Promise<ScheduledRun[]> {
    const { db, nodeId } = this.#options;
    const now = new Date();
    return db.transaction(async (tx) => {
      await releaseLostSchedules(tx, { nodeId, running: [...this.#running.keys()] });
      const tasks = [...this.#jobs.keys()].filter((task) => !this.#running.has(task));
      const claimed: ScheduledRun[] = [];
      for (const due of await lockDueSchedules(tx, { nodeId, tasks, now })) {
        if (due.attempts === 0 && now.getTime() - due.run_on.getTime() > lateMsMax) {
          await postponeSchedule(tx, due.task, this.#nextRun(due.task, now));
        } else {
          await claimSchedule(tx, due.task, nodeId);
          claimed.push({ ...due, attempts: due.attempts + 1 });
        }
      }
      return claimed;
    });
  }

  async #run({ task, run_on: runOn, attempts }: ScheduledRun): Promise<void> {
    const { db, nodeId, stopping, onFailure } = this.#options;
    let failure: { readonly error: unknown } | undefined;
    try {
      await this.#jobs.get(task)?.run({}, stopping);
    } catch (error) {
      failure = { error };
      onFailure(task, error);
    }
    const now = new Date(Math.max(Date.now(), runOn.getTime()));
    const next = this.#nextRun(task, now);
    const retry = retryOn(attempts, now);
    const end =
      failure === undefined
        ? { runOn: next, attempts: 0, lastError: null }
        : { runOn: retry < next ? retry : next, attempts, lastError: messageOf(failure.error) };
    const record = () => db.transaction((tx) => endSchedule(tx, { task, nodeId }, end));
    await recordEnd(record, stopping).catch((error: unknown) => onFailure(task, error));
  }

  #nextRun(task: string, after: Date): Date {
    const times = this.#jobs.get(task)?.times;
    return times === undefined ? after : nextTime(times, after);
  }
}

function nextTime(times: CronSchedule, after: Date): Date {
  return nextOccurrence(times, "UTC", after);
}
