import type { PostgresDatabase } from "../database/database.ts";
import { messageOf, retryOn } from "./end-job.ts";
import {
  type ClaimedJob,
  claimJob,
  deleteDoneJob,
  type JobHolder,
  lockNextJob,
  saveFailedJob,
} from "./job-queue-store.ts";
import { findBusyOldQueues, lockOldQueue, unlockOldQueue } from "./old-queue-store.ts";

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
    if (isQueueTaken(error)) {
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

/** A job that was just moved to the front of its queue may be claimed by another node at the same time. */
function isQueueTaken(error: unknown): boolean {
  return error instanceof Error && "constraint" in error && error.constraint === "jobs_running_in_queue";
}
