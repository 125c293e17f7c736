import { setTimeout as delay } from "node:timers/promises";
import type { Transaction } from "../../platform/database/database.ts";
import type { Job } from "../../platform/jobs/job.ts";
import { addJob, jobsDue, jobsTopic } from "../../platform/jobs/job-store.ts";
import { errorNameOf } from "../../platform/threads/thread-error.ts";
import type { LoadAddress } from "../load.ts";
import type { LoadServices } from "../load-services.ts";
import { abandonLoad, giveUpUndo } from "./end-load.ts";
import { addressSchema, type LoadWork } from "./run-load.ts";

const tasks = { run: "run-load", undo: "undo-load" } as const;

/** Where loads run: in threads of the node, so that it continues to serve requests. */
export interface LoadRunner {
  run(address: LoadAddress, stopping: AbortSignal): Promise<void>;
  undo(address: LoadAddress, stopping: AbortSignal): Promise<void>;
}

export function loadJobs(runner: LoadRunner): Job[] {
  return [
    { task: tasks.run, run: (payload, stopping) => runner.run(addressSchema.parse(payload), stopping) },
    { task: tasks.undo, run: (payload, stopping) => runner.undo(addressSchema.parse(payload), stopping) },
  ];
}

/** Work of one org runs sequentially: two loads into one assortment never overlap, and no org starves others. */
export async function queueLoadWork(services: LoadServices, tx: Transaction, work: LoadWork): Promise<void> {
  await addLoadJob(services, tx, work, 0);
}

/** Queues work that was already started before all other work of the org: later loads must not overtake it. */
async function handOverLoadWork(services: LoadServices, tx: Transaction, work: LoadWork): Promise<void> {
  await addLoadJob(services, tx, work, -1);
}

async function addLoadJob(
  { bus }: LoadServices,
  tx: Transaction,
  { verb, address }: LoadWork,
  priority: number,
): Promise<void> {
  await addJob(tx, address.orgId, {
    task: tasks[verb],
    payload: address,
    key: `${verb} ${address.loadId}`,
    // The name that nodes of the previous version lock while they run a load.
    queue: `loads of ${address.orgId}`,
    priority,
  });
  tx.afterCommit(() => bus.publish(jobsTopic, jobsDue));
}

/** Executes the work, here or in a thread. */
export type Execute = (work: LoadWork, stopping: AbortSignal) => Promise<void>;

interface RetryingLoadRunnerOptions {
  readonly services: LoadServices;
  readonly execute: Execute;
  /** Executes the work isolated from all other work. */
  readonly executeAlone: Execute;
  readonly onError: (error: unknown, address: LoadAddress) => void;
}

// Errors that come from a thread have lost their class.
const outages: ReadonlySet<string> = new Set(["Problem unavailable", "Problem outcome-unknown"]);
const attemptsMax = 3;
const pauseMs = 1_000;
const patienceMs = 30 * 60_000;

type Outcome = { readonly kind: "done" | "stopped" } | { readonly kind: "failed"; readonly error: unknown };

/**
 * Runs loads, and retries them during outages: a load continues from its last batch when the database is available
 * again. A load that fails three times for another reason ends as failed, so that its user is informed.
 */
export class RetryingLoadRunner implements LoadRunner {
  readonly #options: RetryingLoadRunnerOptions;

  constructor(options: RetryingLoadRunnerOptions) {
    this.#options = options;
  }

  async run(address: LoadAddress, stopping: AbortSignal): Promise<void> {
    const outcome = await this.#work({ verb: "run", address }, stopping);
    if (outcome.kind === "failed") {
      await abandonLoad(this.#options.services, address, outcome.error);
    }
  }

  async undo(address: LoadAddress, stopping: AbortSignal): Promise<void> {
    const outcome = await this.#work({ verb: "undo", address }, stopping);
    if (outcome.kind === "failed") {
      await giveUpUndo(this.#options.services, address, outcome.error);
    }
  }

  async #work(work: LoadWork, stopping: AbortSignal): Promise<Outcome> {
    const outcome = await this.#attempt(work, stopping);
    if (outcome.kind === "stopped") {
      const { services } = this.#options;
      await services.db.transaction((tx) => handOverLoadWork(services, tx, work));
    }
    return outcome;
  }

  /** Retries until it is done, and returns the error of the last attempt. */
  async #attempt(work: LoadWork, stopping: AbortSignal): Promise<Outcome> {
    const { execute, executeAlone, onError } = this.#options;
    const patientUntil = Date.now() + patienceMs;
    for (let attempt = 1; ; ) {
      try {
        // A failure may be caused by another load, or may affect others, so retries run isolated.
        await (attempt === 1 ? execute : executeAlone)(work, stopping);
        return { kind: "done" };
      } catch (error) {
        if (stopping.aborted) {
          return { kind: "stopped" };
        }
        onError(error, work.address);
        requireOwn(error);
        const isAway = outages.has(errorNameOf(error)) && Date.now() < patientUntil;
        attempt += isAway ? 0 : 1;
        if (attempt > attemptsMax) {
          return { kind: "failed", error };
        }
        await delay(pauseMs, undefined, { signal: stopping }).catch(() => {});
      }
    }
  }
}

/** If the lease is lost, throwing leaves the job to its current holder; returning would complete the job. */
function requireOwn(error: unknown): void {
  if (errorNameOf(error) === "LoadLeaseLostError") {
    throw error;
  }
}
