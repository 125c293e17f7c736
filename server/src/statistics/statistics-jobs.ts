import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Job } from "../platform/jobs/job.ts";
import { countChanges } from "./count-changes.ts";

/** Counts changes every minute. A late run is harmless: readers count what is not counted yet. */
export function statisticsJobs(db: PostgresDatabase): Job[] {
  return [{ task: "count-changes", schedule: "* * * * *", run: (_payload, stopping) => countChanges(db, stopping) }];
}
