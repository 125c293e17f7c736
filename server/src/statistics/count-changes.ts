import { countNextChanges, listUncountedOrgs, lockCountedPlace } from "../changes/change-count-store.ts";
import { forceIndexScans } from "../changes/change-scan-store.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";

const orgsAtATime = 100;
// Short enough that a node that stops need not wait for it.
const recordsAtATime = 20_000;

/** Counts what the logs of all orgs have beyond what is counted. Who stops on the way goes on next time. */
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
