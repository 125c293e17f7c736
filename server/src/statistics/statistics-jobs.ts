import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Job } from "../platform/jobs/job.ts";
import { countChanges } from "./count-changes.ts";

/** Counts changes, every minute. Late is not wrong: what is not counted yet is counted by whoever reads. */
export function statisticsJobs(db: PostgresDatabase): Job[] {
  return [{ task: "count-changes", schedule: "* * * * *", run: (_payload, stopping) => countChanges(db, stopping) }];
}
