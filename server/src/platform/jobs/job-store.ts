import type { Database, Transaction } from "../database/database.ts";
import { oneRow } from "../database/one-row.ts";
import { sql } from "../database/sql.ts";

export interface JobRequest {
  readonly task: string;
  readonly payload: unknown;
  /** Of jobs with the same key, one is waiting at most. */
  readonly key?: string;
  /** Jobs of the same queue run one after the other. */
  readonly queue?: string;
  /** Lower ones run first; left out, 0. */
  readonly priority?: number;
}

/** Adds a job in the transaction of the change that asks for it: no change without its job, no job without its change. */
export async function addJob(tx: Transaction, job: JobRequest): Promise<void> {
  await tx.query(sql`
    select 1 from graphile_worker.add_job(${job.task}, payload => ${JSON.stringify(job.payload)}::json,
      job_key => ${job.key ?? null}, queue_name => ${job.queue ?? null}, priority => ${job.priority ?? null})`);
}

export interface JobCounts {
  /** Wait for a node although their time has come. */
  readonly due: number;
  readonly running: number;
  /** Tried as often as they may be. */
  readonly failed: number;
}

export async function countJobs(db: Database): Promise<JobCounts> {
  const rows = await db.query<JobCounts>(sql`
    select count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts) as due,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts) as failed
    from graphile_worker.jobs`);
  return oneRow(rows);
}
