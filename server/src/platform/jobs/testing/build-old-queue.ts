import type { PostgresDatabase } from "../../database/database.ts";
import { oneRow, sql } from "../../database/sql.ts";

interface OldQueueDatabase {
  readonly db: PostgresDatabase;
}

/** The tables of graphile-worker 0.17 from which jobs are read, without its functions and triggers. */
export async function buildOldQueue({ db }: OldQueueDatabase): Promise<void> {
  await db.pool.query(`
    create schema graphile_worker;
    create table graphile_worker._private_tasks (
      id int primary key generated always as identity,
      identifier text not null unique check (length(identifier) <= 128)
    );
    create table graphile_worker._private_job_queues (
      id int primary key generated always as identity,
      queue_name text not null unique check (length(queue_name) <= 128),
      locked_at timestamptz,
      locked_by text,
      is_available boolean generated always as ((locked_at is null)) stored not null
    );
    create table graphile_worker._private_jobs (
      id bigint primary key generated always as identity,
      job_queue_id int,
      task_id int not null,
      payload json default '{}'::json not null,
      priority smallint default 0 not null,
      run_at timestamptz default now() not null,
      attempts smallint default 0 not null,
      max_attempts smallint default 25 not null check (max_attempts >= 1),
      last_error text,
      created_at timestamptz default now() not null,
      updated_at timestamptz default now() not null,
      key text unique check (length(key) > 0 and length(key) <= 512),
      locked_at timestamptz,
      locked_by text,
      revision integer default 0 not null,
      flags jsonb,
      is_available boolean generated always as (((locked_at is null) and (attempts < max_attempts))) stored not null
    );
    alter table graphile_worker._private_tasks enable row level security;
    alter table graphile_worker._private_job_queues enable row level security;
    alter table graphile_worker._private_jobs enable row level security`);
}

export interface OldJobInput {
  readonly task: string;
  readonly payload: unknown;
  readonly key?: string;
  readonly queue?: string;
  /** The worker pool that runs it. */
  readonly lockedBy?: string;
  readonly attempts?: number;
  readonly runInSeconds?: number;
}

/** Adds a job as a node of the previous version does. */
export async function addOldJob({ db }: OldQueueDatabase, job: OldJobInput): Promise<void> {
  const { lockedBy = null, queue } = job;
  const [task] = await db.query<{ id: number }>(sql`
    insert into graphile_worker._private_tasks (identifier) values (${job.task})
    on conflict (identifier) do update set identifier = excluded.identifier returning id`);
  const [line] =
    queue === undefined
      ? []
      : await db.query<{ id: number }>(sql`
          insert into graphile_worker._private_job_queues (queue_name) values (${queue})
          on conflict (queue_name) do update set queue_name = excluded.queue_name returning id`);
  await db.query(sql`
    insert into graphile_worker._private_jobs (task_id, job_queue_id, payload, key, attempts, locked_by, locked_at, run_at)
    values (${task?.id}, ${line?.id ?? null}, ${JSON.stringify(job.payload)}::json, ${job.key ?? null},
      ${job.attempts ?? 0}, ${lockedBy}, case when ${lockedBy}::text is not null then now() end,
      now() + make_interval(secs => ${job.runInSeconds ?? 0}))`);
  if (line !== undefined && lockedBy !== null) {
    await db.query(sql`
      update graphile_worker._private_job_queues set locked_by = ${lockedBy}, locked_at = now() where id = ${line.id}`);
  }
}

export async function countOldJobs({ db }: OldQueueDatabase): Promise<number> {
  return oneRow(await db.query<{ count: number }>(sql`select count(*) as count from graphile_worker._private_jobs`))
    .count;
}

/** A node of the previous version that is alive for the whole test. */
export async function addOldNode({ db }: OldQueueDatabase, id: string, poolId: string | null): Promise<void> {
  await db.query(sql`
    insert into nodes (id, worker_pool_id, seen_on) values (${id}, ${poolId}, now() + interval '1 hour')`);
}
