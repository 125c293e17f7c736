import type { PostgresDatabase } from "../../platform/database/database.ts";
import type { Job } from "../../platform/jobs/job.ts";
import type { AuditLog } from "./audit-log.ts";
import { recordRepeats } from "./bounded-audit.ts";
import { expireAuditLogs } from "./expire-audit-log.ts";

export interface AuditJobServices {
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
