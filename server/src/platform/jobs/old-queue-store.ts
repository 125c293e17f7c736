import type { Database, Transaction } from "../database/database.ts";
import { oneRow, sql } from "../database/sql.ts";
import { newId } from "../ids.ts";

/**
 * Reads the tables in which the previous version keeps jobs: the schema graphile_worker. See
 * docs/decisions/0034-jobs.md.
 */
export async function hasOldQueue(db: Database): Promise<boolean> {
  const rows = await db.query<{ exists: boolean }>(sql`
    select to_regclass('graphile_worker._private_jobs') is not null as exists`);
  return oneRow(rows).exists;
}

export interface OldJob {
  readonly id: number;
  readonly task: string;
  readonly payload: unknown;
  readonly key: string | null;
  readonly queue: string | null;
  readonly priority: number;
  readonly run_on: Date;
  readonly attempts: number;
  readonly attempts_max: number;
  readonly last_error: string | null;
}

const oldJobs = sql`
  select j.id, t.identifier as task, j.payload, j.key, q.queue_name as queue, j.priority, j.run_at as run_on,
    j.attempts, j.max_attempts as attempts_max, j.last_error
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id`;

/** Locks jobs that old nodes could run now. */
export async function lockRunnableOldJobs(tx: Transaction, tasks: readonly string[], max: number): Promise<OldJob[]> {
  return tx.query<OldJob>(sql`
    ${oldJobs}
    where t.identifier = any(${[...tasks]}) and j.locked_at is null and j.run_at <= now()
      and j.attempts < j.max_attempts and q.locked_at is null
    order by j.priority, j.run_at, j.id limit ${max} for update of j skip locked`);
}

/** Locks jobs in any state, for when no node is left that would run them. */
export async function lockLeftOldJobs(tx: Transaction, tasks: readonly string[], max: number): Promise<OldJob[]> {
  return tx.query<OldJob>(sql`
    ${oldJobs} where t.identifier = any(${[...tasks]})
    order by j.priority, j.run_at, j.id limit ${max} for update of j skip locked`);
}

export async function deleteOldJobs(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.query(sql`delete from graphile_worker._private_jobs where id = any(${[...ids]})`);
}

/** Keeps its attempts and its time. An existing job with its key is newer, and stays; without its org it is dropped. */
export async function insertMovedJob(tx: Transaction, orgId: string, job: OldJob): Promise<void> {
  await tx.query(sql`
    insert into jobs (org_id, id, task, payload, key, queue, priority, run_on, attempts, attempts_max, last_error)
    select id, ${newId()}, ${job.task}, ${JSON.stringify(job.payload)}::jsonb, ${job.key}, ${job.queue},
      ${job.priority}, ${job.run_on}, ${job.attempts}, ${job.attempts_max}, ${job.last_error}
    from orgs where id = ${orgId}
    on conflict (org_id, task, key) do nothing`);
}

/** The queues locked by other nodes. */
export async function findBusyOldQueues(db: Database, nodeId: string): Promise<string[]> {
  const rows = await db.query<{ queue_name: string }>(sql`
    select queue_name from graphile_worker._private_job_queues
    where locked_at is not null and locked_by <> ${nodeId} order by queue_name limit 10000`);
  return rows.map(({ queue_name: name }) => name);
}

/** Prevents old nodes from running jobs of the queue. False if one of them is running such a job. */
export async function lockOldQueue(
  tx: Transaction,
  queue: string,
  lock: { readonly nodeId: string; readonly now: Date },
): Promise<boolean> {
  await tx.query(sql`
    insert into graphile_worker._private_job_queues (queue_name) values (${queue}) on conflict (queue_name) do nothing`);
  const rows = await tx.query(sql`
    update graphile_worker._private_job_queues set locked_by = ${lock.nodeId}, locked_at = ${lock.now}
    where queue_name = ${queue} and (locked_at is null or locked_by = ${lock.nodeId}) returning id`);
  return rows.length > 0;
}

export async function unlockOldQueue(tx: Transaction, queue: string, nodeId: string): Promise<void> {
  await tx.query(sql`
    update graphile_worker._private_job_queues set locked_by = null, locked_at = null
    where queue_name = ${queue} and locked_by = ${nodeId}`);
}

/** Releases the locks under these names. */
export async function unlockOldJobs(tx: Transaction, names: readonly string[]): Promise<void> {
  await tx.query(sql`
    update graphile_worker._private_jobs set locked_by = null, locked_at = null where locked_by = any(${[...names]})`);
  await tx.query(sql`
    update graphile_worker._private_job_queues set locked_by = null, locked_at = null
    where locked_by = any(${[...names]})`);
}
