import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Job } from "../platform/jobs/job.ts";
import { deleteOldKeys } from "./idempotency/idempotency-store.ts";
import { searchableIndexJobs } from "./list/searchable-index-jobs.ts";

export function entityJobs(db: PostgresDatabase): Job[] {
  return [
    ...searchableIndexJobs(db),
    { task: "forget-idempotency-keys", schedule: "17 * * * *", run: () => db.transaction(deleteOldKeys) },
  ];
}
