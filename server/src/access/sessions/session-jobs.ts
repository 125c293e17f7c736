import type { PostgresDatabase } from "../../platform/database/database.ts";
import type { Job } from "../../platform/jobs/job.ts";
import { deleteLongExpiredTokens } from "../keys/access-token-store.ts";
import { deleteExpiredAttempts } from "../sign-on-store.ts";
import { deleteExpiredSessions, deleteOldFailures } from "./session-store.ts";

/**
 * Deletes expired sessions, sign-on attempts, failure counts and tokens every ten minutes. Only cleanup: expired ones
 * are never accepted.
 */
export function accessJobs(db: PostgresDatabase): Job[] {
  return [
    {
      task: "forget-expired-access",
      schedule: "*/10 * * * *",
      run: () =>
        db.transaction(async (tx) => {
          await deleteExpiredSessions(tx);
          await deleteExpiredAttempts(tx);
          await deleteOldFailures(tx);
          await deleteLongExpiredTokens(tx);
        }),
    },
  ];
}
