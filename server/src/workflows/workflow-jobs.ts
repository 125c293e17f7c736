import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Job } from "../platform/jobs/job.ts";
import type { Mailer } from "../platform/mail/send-mail.ts";
import { notifyStopped } from "./notify-stopped.ts";
import { deleteOldProcesses, deleteUnusedVersions } from "./retention-store.ts";
import { findOrgsWithWorkflows } from "./workflow-store.ts";

const keptDays = 90;
const batch = 1_000;

const notifyStoppedTask = "notify-stopped-workflows";

/**
 * Notifies administrators of workflows whose owner can no longer act, and deletes processes that ended long ago, with
 * their tasks and logs, in small batches.
 */
export function workflowJobs({ db, mailer }: { readonly db: PostgresDatabase; readonly mailer: Mailer }): Job[] {
  return [
    {
      task: notifyStoppedTask,
      schedule: "* * * * *",
      async run(_payload, stopping) {
        for (const orgId of stopping.aborted ? [] : await findOrgsWithWorkflows(db)) {
          await notifyStopped({ db, mailer }, orgId);
        }
      },
    },
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
