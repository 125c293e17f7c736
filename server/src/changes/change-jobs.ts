import { listRetentions } from "../access/org-store.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import { dayMs } from "../platform/durations.ts";
import type { Job } from "../platform/jobs/job.ts";
import { forceIndexScans } from "./change-scan-store.ts";
import { deleteOldNames } from "./change-set-store.ts";
import {
  deleteUpTo,
  dropAnEmptyPartition,
  findLastOfOldest,
  makePartitions,
  moveHorizon,
  type OldChanges,
} from "./retention-store.ts";

const monthsAhead = 2;

/** Maintains the storage of the log every night. A missed night costs only disk space. */
export function changeJobs(db: PostgresDatabase): Job[] {
  return [
    {
      task: "make-change-partitions",
      schedule: "11 1 * * *",
      run: () => db.transaction((tx) => makePartitions(tx, monthsAhead)),
    },
    { task: "forget-changes", schedule: "23 1 * * *", run: () => deleteExpiredChanges(db) },
  ];
}

const orgsAtATime = 100;
// Small enough that no writer waits for a batch.
const recordsAtATime = 10_000;

/** Deletes changes beyond the retention of each org, and drops empty partitions of past months. */
export async function deleteExpiredChanges(db: PostgresDatabase, now = new Date()): Promise<void> {
  let after = "";
  for (;;) {
    const orgs = await listRetentions(db, after, orgsAtATime);
    for (const { id, retention } of orgs) {
      for (const [entityType, days] of Object.entries(retention)) {
        await deleteOldChanges(db, id, { entityType, before: new Date(now.getTime() - days * dayMs) });
      }
      await deleteOldNames(db, id);
    }
    const last = orgs.at(-1);
    if (last === undefined) {
      break;
    }
    after = last.id;
  }
  await dropEmptyPartitions(db);
}

async function deleteOldChanges(db: PostgresDatabase, orgId: string, old: OldChanges): Promise<void> {
  let isDone = false;
  while (!isDone) {
    isDone = await db.transaction(async (tx) => {
      await forceIndexScans(tx);
      const last = await findLastOfOldest(tx, orgId, old, recordsAtATime);
      if (last === undefined) {
        return true;
      }
      // In one transaction: a reader must be notified of every record that it can no longer read.
      await deleteUpTo(tx, orgId, old.entityType, last);
      await moveHorizon(tx, orgId, old.entityType, last);
      return false;
    });
  }
}

async function dropEmptyPartitions(db: PostgresDatabase): Promise<void> {
  let dropped: string | undefined;
  do {
    // One transaction each, because a drop holds its lock until the transaction ends.
    dropped = await db.transaction(dropAnEmptyPartition);
  } while (dropped !== undefined);
}
