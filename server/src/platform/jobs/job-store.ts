import type { Database, Transaction } from "../database/database.ts";
import { oneRow } from "../database/one-row.ts";
import { sql } from "../database/sql.ts";
import { newId } from "../ids.ts";

/** Publish jobsDue on this topic once jobs are committed; without it they are found within a second. */
export const jobsTopic = "jobs";
export const jobsDue = "due";

export interface JobRequest {
  readonly task: string;
  readonly payload: unknown;
  /** At most one of the org's jobs with the same task and key waits. */
  readonly key?: string;
  /** Jobs of an org in the same queue run one after the other. */
  readonly queue?: string;
  /** Lower ones run first. Default: 0. */
  readonly priority?: number;
}

const attemptsMax = 3;

/**
 * Adds a job in the transaction of the change that needs it: no change without its job, no job without its change. A
 * waiting job with the same key is replaced; a running one is superseded, so that it is not retried.
 */
export async function addJob(tx: Transaction, orgId: string, job: JobRequest): Promise<void> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    if (job.key !== undefined) {
      await supersedeJob(tx, orgId, job.task, job.key);
    }
    if (await insertJob(tx, orgId, job)) {
      return;
    }
    // The waiting job was claimed between the two statements.
  }
  throw new Error(`the job ${job.task} ${job.key} was claimed ${attemptsMax} times while it was added`);
}

async function supersedeJob(tx: Transaction, orgId: string, task: string, key: string): Promise<void> {
  await tx.query(sql`
    update jobs set key = null, is_superseded = true
    where org_id = ${orgId} and task = ${task} and key = ${key} and claimed_by is not null`);
}

async function insertJob(tx: Transaction, orgId: string, job: JobRequest): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into jobs (org_id, id, task, payload, key, queue, priority)
    values (${orgId}, ${newId()}, ${job.task}, ${JSON.stringify(job.payload)}::jsonb, ${job.key ?? null},
      ${job.queue ?? null}, ${job.priority ?? 0})
    on conflict (org_id, task, key) do update set payload = excluded.payload, queue = excluded.queue,
      priority = excluded.priority, run_on = excluded.run_on, attempts = 0, last_error = null
    where jobs.claimed_by is null
    returning id`);
  return rows.length > 0;
}

export interface JobCounts {
  /** Due, and waiting for a node. */
  readonly due: number;
  readonly running: number;
  /** Without attempts left. */
  readonly failed: number;
}

/** A schedule is never abandoned: it counts as failed while that many consecutive attempts have failed. */
export async function countJobs(db: Database): Promise<JobCounts> {
  const rows = await db.query<JobCounts>(sql`
    /* of all orgs */
    select count(*) filter (where claimed_by is null and run_on <= now() and (is_schedule or attempts < attempts_max)) as due,
      count(*) filter (where claimed_by is not null) as running,
      count(*) filter (where claimed_by is null and attempts >= attempts_max) as failed
    from (
      select claimed_by, run_on, attempts, attempts_max, false as is_schedule from jobs
      union all
      select claimed_by, run_on, attempts, 25, true from job_schedules
    ) as work`);
  return oneRow(rows);
}
