import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Job } from "../platform/jobs/job.ts";
import { deleteLongExpiredTokens } from "./keys/access-token-store.ts";
import { deleteOldFailures } from "./sessions/login-failure-store.ts";
import { deleteExpiredSessions } from "./sessions/session-store.ts";
import { deleteExpiredAttempts } from "./sign-on/sign-on-store.ts";

/** Forgets what has expired, every ten minutes. Nothing depends on it: what has expired is not believed anyway. */
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
