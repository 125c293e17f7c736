import { listRetentions } from "../access/orgs/org-store.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import { forceIndexScans } from "./change-scan-store.ts";
import { deleteUpTo, dropAnEmptyPartition, findLastOfOldest, moveHorizon, type OldChanges } from "./retention-store.ts";

const orgsAtATime = 100;
// Small enough that no writer waits for a batch.
const recordsAtATime = 10_000;
const dayMs = 86_400_000;

/** Deletes changes beyond the retention of each org, and drops empty partitions of past months. */
export async function deleteExpiredChanges(db: PostgresDatabase, now = new Date()): Promise<void> {
  let after = "";
  for (;;) {
    const orgs = await listRetentions(db, after, orgsAtATime);
    for (const { id, retention } of orgs) {
      for (const [entityType, days] of Object.entries(retention)) {
        await forgetOld(db, id, { entityType, before: new Date(now.getTime() - days * dayMs) });
      }
    }
    const last = orgs.at(-1);
    if (last === undefined) {
      break;
    }
    after = last.id;
  }
  await dropEmptyPartitions(db);
}

async function forgetOld(db: PostgresDatabase, orgId: string, old: OldChanges): Promise<void> {
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
