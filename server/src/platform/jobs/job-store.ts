import type { Database, Transaction } from "../database/database.ts";
import { oneRow, sql } from "../database/sql.ts";
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

/** Whether the org's job with the key waits, runs or has failed. */
export async function hasJob(db: Database, orgId: string, { task, key }: Required<Pick<JobRequest, "task" | "key">>) {
  const rows = await db.query(sql`select 1 from jobs where org_id = ${orgId} and task = ${task} and key = ${key}`);
  return rows.length > 0;
}

interface JobCounts {
  /** Due, and waiting for a node. */
  readonly due: number;
  readonly running: number;
  /** Without attempts left. */
  readonly failed: number;
}

/** A schedule is never abandoned: it counts as failed while that many consecutive attempts have failed. */
const scheduleAttemptsMax = 25;

export async function countJobs(db: Database): Promise<JobCounts> {
  const rows = await db.query<JobCounts>(sql`
    /* of all orgs: metrics */
    select count(*) filter (where claimed_by is null and run_on <= now() and (is_schedule or attempts < attempts_max)
        and not is_suspended) as due,
      count(*) filter (where claimed_by is not null) as running,
      count(*) filter (where claimed_by is null and attempts >= attempts_max) as failed
    from (
      select claimed_by, run_on, attempts, attempts_max, false as is_schedule,
        org_id in (select id from orgs where suspended_on is not null) as is_suspended
      from jobs
      union all
      select claimed_by, run_on, attempts, ${scheduleAttemptsMax}::integer, true, false from job_schedules
    ) as work`);
  return oneRow(rows);
}

/** How many seconds the oldest job that is due has waited; 0 without one. Jobs of suspended orgs are not due. */
export async function findOldestDueJob(db: Database): Promise<number> {
  const rows = await db.query<{ seconds: number }>(sql`
    /* of all orgs: metrics */
    select coalesce(extract(epoch from now() - min(run_on)), 0)::float8 as seconds from (
      select run_on from jobs where claimed_by is null and run_on <= now() and attempts < attempts_max
        and org_id not in (select id from orgs where suspended_on is not null)
      union all
      select run_on from job_schedules where claimed_by is null and run_on <= now()
    ) as due`);
  return oneRow(rows).seconds;
}

export async function countFailedJobsByOrg(
  db: Database,
  orgsMax: number,
): Promise<{ readonly slug: string; readonly count: number }[]> {
  return db.query<{ slug: string; count: number }>(sql`
    /* of all orgs: metrics */
    select o.slug, count(*) as count from jobs j join orgs o on o.id = j.org_id
    where j.claimed_by is null and j.attempts >= j.attempts_max
    group by o.slug order by count desc, o.slug limit ${orgsMax}`);
}

/** A job without attempts left, or a schedule that keeps failing, whose id is its task. */
export interface FailedJob {
  readonly org_id: string | null;
  readonly slug: string | null;
  readonly id: string;
  readonly task: string;
  readonly attempts: number;
  readonly last_error: string | null;
}

const failedMax = 1_000;

export async function listFailedJobs(db: Database): Promise<FailedJob[]> {
  return db.query<FailedJob>(sql`
    /* of all orgs: for an operator */
    select j.org_id, o.slug, j.id, j.task, j.attempts, j.last_error from jobs j join orgs o on o.id = j.org_id
    where j.claimed_by is null and j.attempts >= j.attempts_max
    union all
    select null, null, task, task, attempts, last_error from job_schedules
    where claimed_by is null and attempts >= ${scheduleAttemptsMax}
    order by slug nulls first, task, id limit ${failedMax}`);
}

/** Gives a failed job all of its attempts again. False if it is not a failed job anymore. */
export async function retryFailedJob(tx: Transaction, orgId: string, id: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update jobs set attempts = 0, run_on = now()
    where org_id = ${orgId} and id = ${id} and claimed_by is null and attempts >= attempts_max
    returning id`);
  return rows.length > 0;
}

/** A node and the jobs it runs. */
export interface JobHolder {
  readonly nodeId: string;
  readonly jobIds: readonly string[];
  readonly tasks: readonly string[];
}

/** A job that a node runs. The attempt distinguishes the claim from an earlier one of the same node. */
export interface ClaimedJob {
  readonly org_id: string;
  readonly id: string;
  readonly task: string;
  readonly payload: unknown;
  readonly queue: string | null;
  readonly attempts: number;
  readonly claimed_by: string;
}

/** Whether to query the tables: a job or schedule is due, or a claim has lost its node. */
export async function hasDueWork(db: Database, { nodeId, jobIds, tasks }: JobHolder, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    /* of all orgs: due work */
    select 1 where exists (
      select 1 from jobs where claimed_by is null and run_on <= now() and attempts < attempts_max
        and task = any(${[...tasks]}) and org_id not in (select id from orgs where suspended_on is not null))
    or exists (
      select 1 from jobs where claimed_by is not null and (claimed_by not in (select id from nodes)
        or (claimed_by = ${nodeId} and id <> all(${[...jobIds]}))))
    or exists (
      select 1 from job_schedules where run_on <= ${now} and task = any(${[...tasks]})
        and (claimed_by is null or claimed_by not in (select id from nodes)))`);
  return rows.length > 0;
}

const orgsMax = 10_000;

/** The orgs with a job that may run now, those with the oldest one first. Jobs of suspended orgs wait. */
export async function findOrgsWithDueJobs(db: Database, tasks: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ org_id: string }>(sql`
    /* of all orgs: due work */
    select org_id from jobs j
    where claimed_by is null and run_on <= now() and attempts < attempts_max and task = any(${[...tasks]})
      and org_id not in (select id from orgs where suspended_on is not null)
      and (queue is null or not exists (
        select 1 from jobs r where r.org_id = j.org_id and r.queue = j.queue and r.claimed_by is not null))
    group by org_id order by min(run_on), org_id limit ${orgsMax}`);
  return rows.map(({ org_id: orgId }) => orgId);
}

/**
 * Locks the org's next job. Of a queue only the first job counts, so that two nodes do not claim two jobs of it. A node
 * that others consider dead gets none, and no node gets a job that it still runs.
 */
export async function lockNextJob(
  tx: Transaction,
  orgId: string,
  { nodeId, jobIds, tasks }: JobHolder,
  busyQueues: readonly string[],
): Promise<{ readonly id: string; readonly queue: string | null } | undefined> {
  const [job] = await tx.query<{ id: string; queue: string | null }>(sql`
    select id, queue from jobs j
    where org_id = ${orgId} and claimed_by is null and run_on <= now() and attempts < attempts_max
      and task = any(${[...tasks]}) and id <> all(${[...jobIds]})
      and exists (select 1 from nodes n where n.id = ${nodeId})
      and exists (select 1 from orgs where orgs.id = ${orgId} and suspended_on is null)
      and (queue is null or queue <> all(${[...busyQueues]}) and not exists (
        select 1 from jobs o where o.org_id = ${orgId} and o.queue = j.queue
          and (o.claimed_by is not null or (o.run_on <= now() and o.attempts < o.attempts_max
            and (o.priority, o.run_on, o.id) < (j.priority, j.run_on, j.id)))))
    order by priority, run_on, id limit 1 for update of j skip locked`);
  return job;
}

export async function claimJob(
  tx: Transaction,
  orgId: string,
  claim: { readonly id: string; readonly nodeId: string; readonly now: Date },
): Promise<ClaimedJob | undefined> {
  const [job] = await tx.query<ClaimedJob>(sql`
    update jobs set claimed_by = ${claim.nodeId}, claimed_on = ${claim.now}, attempts = attempts + 1
    where org_id = ${orgId} and id = ${claim.id} and claimed_by is null
    returning org_id, id, task, payload, queue, attempts, claimed_by`);
  return job;
}

/** Those of the orgs that are suspended: what runs for them must pause. */
export async function findSuspendedOrgs(db: Database, orgIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from orgs where id = any(${[...orgIds]}::text[]) and suspended_on is not null`);
  return rows.map(({ id }) => id);
}

/** Does nothing if another node has claimed it meanwhile. */
export async function deleteDoneJob(tx: Transaction, job: ClaimedJob): Promise<void> {
  await tx.query(sql`
    delete from jobs where org_id = ${job.org_id} and id = ${job.id}
      and claimed_by = ${job.claimed_by} and attempts = ${job.attempts}`);
}

/** Does nothing if another node has claimed it meanwhile. A superseded job is deleted. */
export async function saveFailedJob(
  tx: Transaction,
  job: ClaimedJob,
  { message, retryOn }: { readonly message: string; readonly retryOn: Date },
): Promise<void> {
  await tx.query(sql`
    delete from jobs where org_id = ${job.org_id} and id = ${job.id}
      and claimed_by = ${job.claimed_by} and attempts = ${job.attempts} and is_superseded`);
  await tx.query(sql`
    update jobs set claimed_by = null, claimed_on = null, last_error = ${message}, run_on = ${retryOn}
    where org_id = ${job.org_id} and id = ${job.id} and claimed_by = ${job.claimed_by} and attempts = ${job.attempts}`);
}

/**
 * Releases the jobs whose node is gone, and those that this node has claimed and does not run: the response to its
 * claim was lost. Only for a node that is not claiming jobs at the same time.
 */
export async function releaseLostJobs(tx: Transaction, { nodeId, jobIds }: JobHolder): Promise<void> {
  const isLost = sql`claimed_by is not null and (claimed_by not in (select id from nodes)
    or (claimed_by = ${nodeId} and id <> all(${[...jobIds]})))`;
  await tx.query(sql`/* of all orgs: claims of dead nodes */ delete from jobs where is_superseded and ${isLost}`);
  await tx.query(
    sql`/* of all orgs: claims of dead nodes */ update jobs set claimed_by = null, claimed_on = null where ${isLost}`,
  );
}

/** When each of the scheduled tasks runs next. */
export async function findNextRuns(db: Database, tasks: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.query<{ task: string; run_on: Date }>(sql`
    select task, run_on from job_schedules where task = any(${[...tasks]}::text[])`);
  return new Map(rows.map(({ task, run_on }) => [task, run_on]));
}
