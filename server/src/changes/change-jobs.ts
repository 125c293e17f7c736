import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Job } from "../platform/jobs/job.ts";
import { deleteExpiredChanges } from "./forget-changes.ts";
import { makePartitions } from "./retention-store.ts";

const monthsAhead = 2;

/** Keeps the log's storage in shape, every night. A night that is missed changes nothing but the space it takes. */
export function changeJobs(db: PostgresDatabase): Job[] {
  return [
    {
      task: "make-change-partitions",
      schedule: "11 1 * * *",
      run: () => db.transaction((tx) => makePartitions(tx, monthsAhead)),
    },
    { task: "forget-changes", schedule: "23 1 * * *", run: () => deleteExpiredChanges(db) },
  ];
}
