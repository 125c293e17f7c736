import type { Transaction } from "../database/database.ts";
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
