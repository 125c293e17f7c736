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
import type pg from "pg";
import type { PostgresDatabase } from "../database/database.ts";
import type { NodeHeartbeat } from "./node-heartbeat.ts";
import { createPatientPool } from "./patient-pool.ts";

/** Something that is done beside the calls, once for all nodes. It must bear being run twice. */
export interface Job {
  readonly task: string;
  /** Long work looks at the signal, which is aborted when the node stops: it hands over what is left. */
  readonly run: (payload: unknown, stopping: AbortSignal) => Promise<void>;
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
  let giveUp: (() => void) | undefined;
  const pool = createPatientPool(options.db.pool, () => giveUp?.());
  const start = () => startOnce(options, pool, stopping.signal);
  const running = keepRunning(await start(), start, stopping.signal);
  return {
    async stop() {
      // Without the database no job can be handed back; the other nodes will free them.
      const isAway = new Promise<void>((resolve) => {
        giveUp = resolve;
      });
      stopping.abort();
      await Promise.race([running, isAway]);
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

async function startOnce(
  { heartbeat, jobs, onFailure }: JobRunnerOptions,
  pgPool: pg.Pool,
  stopping: AbortSignal,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  events.on("job:error", ({ job, error }) => onFailure(job.task_identifier, error));
  return run({
    pgPool,
    preset: { plugins: [announcement(heartbeat)] },
    taskList: taskListOf(jobs, stopping),
    parsedCronItems: parseCronItems(cronItemsOf(jobs)),
    concurrency: concurrentJobs,
    pollInterval: pollMs,
    noHandleSignals: true,
    events,
    logger: quietLogger,
  });
}

/** No worker takes a job before the others know by which name: the jobs of a node that is killed must be found. */
function announcement(heartbeat: NodeHeartbeat): GraphileConfig.Plugin {
  let announced: Promise<void> | undefined;
  return {
    name: "weft-announcement",
    version: "1.0.0",
    worker: {
      hooks: {
        async startWorker(_context, { worker }) {
          announced ??= heartbeat.holdJobsAs(worker.workerPool.id);
          await announced;
        },
      },
    },
  };
}

function taskListOf(jobs: readonly Job[], stopping: AbortSignal): TaskList {
  return Object.fromEntries(
    jobs.map(({ task, run: runJob }) => [task, (payload: unknown) => runJob(payload, stopping)]),
  );
}

function cronItemsOf(jobs: readonly Job[]): CronItem[] {
  return jobs.flatMap(({ task, schedule }) => (schedule === undefined ? [] : [{ task, match: schedule }]));
}

// What matters of it reaches our own log by events.
const quietLogger = new Logger(() => () => {});
