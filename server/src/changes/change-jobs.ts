import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Job } from "../platform/jobs/job.ts";
import { deleteExpiredChanges } from "./forget-changes.ts";
import { makePartitions } from "./retention-store.ts";

const monthsAhead = 2;

/** Maintains the storage of the log every night. A missed night costs only disk space. */
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
