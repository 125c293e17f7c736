import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import {
  type CronItem,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type { PostgresDatabase } from "../database/database.ts";
import type { NodeHeartbeat } from "./node-heartbeat.ts";

/** Something that is done beside the calls, once for all nodes. It must bear being run twice. */
export interface Job {
  readonly task: string;
  readonly run: (payload: unknown) => Promise<void>;
  /** Five fields, UTC: also runs by itself at these times. */
  readonly schedule?: string;
}

export interface JobRunnerOptions {
  readonly db: PostgresDatabase;
  readonly heartbeat: NodeHeartbeat;
  readonly jobs: readonly Job[];
  readonly onFailure: (task: string, error: unknown) => void;
}

export interface JobRunner {
  stop(): Promise<void>;
}

const concurrentJobs = 8;
const pollMs = 2_000;
const restartDelayMs = 1_000;

/** Runs jobs on this node until it is stopped, which lets those under way finish. */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const stopping = new AbortController();
  const running = keepRunning(await startOnce(options), () => startOnce(options), stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** A database that stays away makes the queue's runner give up; it is started again until that succeeds. */
async function keepRunning(first: Runner, start: () => Promise<Runner>, stopping: AbortSignal): Promise<void> {
  let runner: Runner | undefined = first;
  for (;;) {
    await runUntil(stopping, runner);
    if (stopping.aborted) {
      return;
    }
    await delay(restartDelayMs, undefined, { signal: stopping }).catch(() => {});
    runner = stopping.aborted ? undefined : await start().catch(() => undefined);
  }
}

/** Answered when the runner has ended, by itself or because it was to stop. */
async function runUntil(stopping: AbortSignal, runner: Runner | undefined): Promise<void> {
  const stop = () => void runner?.stop().catch(() => {}); // One that has just ended has nothing left to stop.
  stopping.addEventListener("abort", stop, { once: true });
  if (stopping.aborted) {
    stop();
  }
  await runner?.promise.catch(() => {});
  stopping.removeEventListener("abort", stop);
}

async function startOnce({ db, heartbeat, jobs, onFailure }: JobRunnerOptions): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  const named = new Promise<void>((resolve) => {
    events.on("pool:create", ({ workerPool }) => resolve(heartbeat.holdJobsAs(workerPool.id)));
  });
  events.on("job:error", ({ job, error }) => onFailure(job.task_identifier, error));
  const runner = await run({
    pgPool: db.pool,
    taskList: taskListOf(jobs),
    parsedCronItems: parseCronItems(cronItemsOf(jobs)),
    concurrency: concurrentJobs,
    pollInterval: pollMs,
    noHandleSignals: true,
    events,
    logger: quietLogger,
  });
  await named;
  return runner;
}

function taskListOf(jobs: readonly Job[]): TaskList {
  return Object.fromEntries(jobs.map(({ task, run: runJob }) => [task, (payload: unknown) => runJob(payload)]));
}

function cronItemsOf(jobs: readonly Job[]): CronItem[] {
  return jobs.flatMap(({ task, schedule }) => (schedule === undefined ? [] : [{ task, match: schedule }]));
}

// What matters of it reaches our own log by events.
const quietLogger = new Logger(() => () => {});
