import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Job } from "../platform/jobs/job-runner.ts";
import { PostgresTokenStore } from "./postgres-token-store.ts";

/** Forgets the buckets of keys that have not been used for a while, every hour. */
export function rateLimitJobs(db: PostgresDatabase): Job[] {
  const store = new PostgresTokenStore(db);
  return [{ task: "forget-idle-rate-buckets", schedule: "7 * * * *", run: () => store.forgetIdleBuckets() }];
}
