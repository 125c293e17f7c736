import type { AuditLog } from "../access/audit/audit-log.ts";
import { loadConfig } from "../config/config.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import { nothingFound } from "../platform/errors.ts";
import { type FailedJob, listFailedJobs, retryFailedJob } from "../platform/jobs/job-store.ts";
import { hastenSchedule } from "../platform/jobs/schedule-store.ts";
import { operatorAct, readAsOperator, withMigratedDatabase } from "./operator-act.ts";

interface RetryServices {
  readonly db: PostgresDatabase;
  readonly audit: AuditLog;
}

/** Jobs without attempts left, and scheduled jobs that keep failing. */
export async function listFailed({ json }: { readonly json?: boolean }): Promise<void> {
  const failed = await readAsOperator(listFailedJobs);
  if (json !== true && failed.length === 0) {
    console.log("No failed jobs.");
  }
  for (const job of failed) {
    console.log(json === true ? JSON.stringify(documentOf(job)) : formatJob(job));
  }
}

function documentOf({ slug, id, task, attempts, last_error }: FailedJob) {
  return { id, org: slug, task, attempts, lastError: last_error, isScheduled: slug === null };
}

function formatJob({ slug, id, task, attempts, last_error }: FailedJob): string {
  const kind = slug === null ? "scheduled job" : `${task} of ${slug}`;
  return `${id}  ${kind}, ${attempts} attempts\n  ${last_error ?? "No error message."}`;
}

/** Lets failed jobs run again. The first one that is not a failed job ends the command. */
export async function retryFailed(ids: readonly string[]): Promise<void> {
  await withMigratedDatabase(loadConfig(), async ({ db, audit }) => {
    for (const id of ids) {
      const job = (await listFailedJobs(db)).find((failed) => failed.id === id);
      if (job === undefined || !(await retry({ db, audit }, job))) {
        throw nothingFound(`There is no failed job ${id}. List them with: weft admin jobs list`);
      }
      console.log(`${id} runs again within seconds on a node that runs jobs.`);
    }
  });
}

/** False if it no longer is a failed job, for example because another operator has retried it. */
async function retry({ db, audit }: RetryServices, { org_id: orgId, id, task }: FailedJob): Promise<boolean> {
  if (orgId === null) {
    await db.transaction((tx) => hastenSchedule(tx, task, new Date()));
    return true;
  }
  return audit.transaction(db, orgId, operatorAct(), async (tx, trail) => {
    const isRetried = await retryFailedJob(tx, orgId, id);
    if (isRetried) {
      await trail.record({ action: "job.retry", target: { type: "job", id }, after: { task } });
    }
    return isRetried;
  });
}
