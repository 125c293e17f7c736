import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Job } from "../platform/jobs/job-runner.ts";
import { deleteOldProcesses, deleteUnusedVersions } from "./retention-store.ts";

const keptDays = 90;
const batch = 1_000;

/** Forgets processes that have ended long ago, with their tasks and logs, a few at a time. */
export function workflowJobs(db: PostgresDatabase): Job[] {
  return [
    {
      task: "forget-processes",
      schedule: "23 * * * *",
      async run(_payload, stopping) {
        let deleted = batch;
        while (deleted === batch && !stopping.aborted) {
          deleted = await db.transaction((tx) => deleteOldProcesses(tx, keptDays, batch));
        }
        await db.transaction(deleteUnusedVersions);
      },
    },
  ];
}
