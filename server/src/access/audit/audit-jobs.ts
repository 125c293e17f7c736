import type { PostgresDatabase } from "../../platform/database/database.ts";
import { dayMs } from "../../platform/durations.ts";
import type { Job } from "../../platform/jobs/job.ts";
import type { AuditLog } from "./audit-log.ts";
import {
  deleteEntriesUpTo,
  findLastExpired,
  listAuditRetentions,
  lockAuditHead,
  saveCheckpoint,
} from "./audit-store.ts";
import { recordRepeats } from "./bounded-audit.ts";

interface AuditJobServices {
  readonly db: PostgresDatabase;
  readonly audit: AuditLog;
  readonly auditRetentionDays: number;
}

export function auditJobs(services: AuditJobServices): Job[] {
  return [
    { task: "record-audit-repeats", schedule: "* * * * *", run: () => recordRepeats(services) },
    {
      task: "expire-audit-logs",
      schedule: "37 1 * * *",
      run: () => expireAuditLogs(services.db, services.auditRetentionDays),
    },
  ];
}

const orgsAtATime = 100;
// Small enough that writers do not wait long for the head.
const entriesAtATime = 5_000;

/** Deletes entries older than their org's retention. The last deleted hash stays as the checkpoint. */
export async function expireAuditLogs(db: PostgresDatabase, defaultDays: number, now = new Date()): Promise<void> {
  let after = "";
  for (;;) {
    const orgs = await listAuditRetentions(db, after, orgsAtATime);
    for (const { id, audit_retention_days } of orgs) {
      await expireOld(db, id, new Date(now.getTime() - (audit_retention_days ?? defaultDays) * dayMs));
    }
    const last = orgs.at(-1);
    if (last === undefined) {
      return;
    }
    after = last.id;
  }
}

async function expireOld(db: PostgresDatabase, orgId: string, before: Date): Promise<void> {
  let isDone = false;
  while (!isDone) {
    isDone = await db.transaction(async (tx) => {
      await lockAuditHead(tx, orgId);
      const last = await findLastExpired(tx, orgId, before, entriesAtATime);
      if (last === undefined) {
        return true;
      }
      // Both or neither: without the checkpoint the rest would look like a log with a gap.
      await deleteEntriesUpTo(tx, orgId, last.sequence);
      await saveCheckpoint(tx, orgId, last);
      return false;
    });
  }
}
