import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Job } from "../platform/jobs/job.ts";
import { deleteOldUses } from "./rate-count-store.ts";
import { PostgresTokenStore } from "./token-store.ts";

const usesKeptDays = 90;

/** Deletes the buckets of unused keys every hour, and usage counts after 90 days. */
export function rateLimitJobs(db: PostgresDatabase): Job[] {
  const store = new PostgresTokenStore(db);
  return [
    { task: "forget-idle-rate-buckets", schedule: "7 * * * *", run: () => store.deleteIdleBuckets() },
    {
      task: "forget-old-rate-use",
      schedule: "41 1 * * *",
      run: () => db.transaction((tx) => deleteOldUses(tx, usesKeptDays)),
    },
  ];
}
