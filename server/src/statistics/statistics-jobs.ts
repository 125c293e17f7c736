import { countNextChanges, listUncountedOrgs, lockCountedPlace } from "../changes/change-count-store.ts";
import { forceIndexScans } from "../changes/change-scan-store.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Job } from "../platform/jobs/job.ts";

/** Counts changes every minute. A late run is harmless: readers count what is not counted yet. */
export function statisticsJobs(db: PostgresDatabase): Job[] {
  return [{ task: "count-changes", schedule: "* * * * *", run: (_payload, stopping) => countChanges(db, stopping) }];
}

const orgsAtATime = 100;
// Small enough that a stopping node need not wait for it.
const recordsAtATime = 20_000;

/** Counts the uncounted log records of all orgs. A run that stops early is continued by the next one. */
export async function countChanges(db: PostgresDatabase, stopping: AbortSignal): Promise<void> {
  let after = "";
  while (!stopping.aborted) {
    const orgIds = await listUncountedOrgs(db, after, orgsAtATime);
    const last = orgIds.at(-1);
    if (last === undefined) {
      return;
    }
    for (const orgId of orgIds) {
      await countChangesOf(db, orgId, stopping);
    }
    after = last;
  }
}

async function countChangesOf(db: PostgresDatabase, orgId: string, stopping: AbortSignal): Promise<void> {
  let counted = recordsAtATime;
  while (counted === recordsAtATime && !stopping.aborted) {
    counted = await db.transaction(async (tx) => {
      await forceIndexScans(tx);
      const place = await lockCountedPlace(tx, orgId);
      return countNextChanges(tx, orgId, place, recordsAtATime);
    });
  }
}
