import { setTimeout as delay } from "node:timers/promises";
import type { PostgresDatabase } from "../database/database.ts";
import { isViolationOf } from "../error-code.ts";
import { isOutage } from "../problem.ts";
import { type ClaimedJob, claimJob, deleteDoneJob, type JobHolder, lockNextJob, saveFailedJob } from "./job-store.ts";
import { findBusyOldQueues, lockOldQueue, unlockOldQueue } from "./old-queue-store.ts";

/** Background work that runs once for all nodes. It must be idempotent. */
export interface Job {
  readonly task: string;
  /** Long work observes the signal, which is aborted when the node stops, and leaves the rest to another run. */
  readonly run: (payload: unknown, stopping: AbortSignal) => Promise<void>;
  /** Five cron fields, UTC: it also runs at these times, with an empty payload. */
  readonly schedule?: string;
}

export interface HeldJob extends ClaimedJob {
  /** Its queue is also locked for nodes of the previous version. */
  readonly locksOldQueue: boolean;
}

/** Claims the org's next job. While old nodes run jobs, theirs and ours of one queue still run one after the other. */
export async function claimNextJob(
  db: PostgresDatabase,
  orgId: string,
  { holder, sharesQueues }: { readonly holder: JobHolder; readonly sharesQueues: boolean },
): Promise<HeldJob | undefined> {
  const claim = { nodeId: holder.nodeId, now: new Date() };
  try {
    return await db.transaction(async (tx) => {
      const busyQueues = sharesQueues ? await findBusyOldQueues(tx, holder.nodeId) : [];
      const next = await lockNextJob(tx, orgId, holder, busyQueues);
      const oldQueue = sharesQueues ? (next?.queue ?? undefined) : undefined;
      if (next === undefined || (oldQueue !== undefined && !(await lockOldQueue(tx, oldQueue, claim)))) {
        return undefined;
      }
      const job = await claimJob(tx, orgId, { ...claim, id: next.id });
      return job === undefined ? undefined : { ...job, locksOldQueue: oldQueue !== undefined };
    });
  } catch (error) {
    // A job that was just moved to the front of its queue may be claimed by another node at the same time.
    if (isViolationOf(error, "jobs_running_in_queue")) {
      return undefined;
    }
    throw error;
  }
}

export async function completeJob(db: PostgresDatabase, job: HeldJob): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteDoneJob(tx, job);
    if (job.locksOldQueue && job.queue !== null) {
      await unlockOldQueue(tx, job.queue, job.claimed_by);
    }
  });
}

export async function failJob(db: PostgresDatabase, job: HeldJob, error: unknown): Promise<void> {
  await db.transaction(async (tx) => {
    await saveFailedJob(tx, job, { message: messageOf(error), retryOn: retryOn(job.attempts, new Date()) });
    if (job.locksOldQueue && job.queue !== null) {
      await unlockOldQueue(tx, job.queue, job.claimed_by);
    }
  });
}

const recordAgainMs = 250;

/**
 * Records the result of a job, and waits for an unavailable database. A stopping node does not wait: its claims are
 * released once it is gone.
 */
export async function recordEnd(record: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await record();
    } catch (error) {
      if (!isOutage(error)) {
        throw error;
      }
      if (stopping.aborted) {
        return;
      }
      await delay(recordAgainMs, undefined, { signal: stopping }).catch(() => {});
    }
  }
}

/** After attempt n in e^n seconds: 3 s, 7 s, 20 s, 55 s and so on, and from the tenth on in six hours. */
export function retryOn(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.exp(Math.min(attempts, 10)) * 1_000);
}

/** PostgreSQL does not store NUL characters. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll("\u0000", "");
}
