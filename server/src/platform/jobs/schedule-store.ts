import type { Transaction } from "../database/database.ts";
import { sql } from "../database/sql.ts";

export interface ScheduledRun {
  readonly task: string;
  readonly run_on: Date;
  /** Failures since the last success. */
  readonly attempts: number;
}

/** Adds missing schedules, and moves those forward that a newer version runs more often. */
export async function addSchedules(
  tx: Transaction,
  schedules: readonly { readonly task: string; readonly runOn: Date }[],
): Promise<void> {
  const tasks = schedules.map(({ task }) => task);
  const times = schedules.map(({ runOn }) => runOn);
  await tx.query(sql`
    insert into job_schedules (task, run_on) select * from unnest(${tasks}::text[], ${times}::timestamptz[])
    on conflict (task) do nothing`);
  await tx.query(sql`
    update job_schedules s set run_on = next.run_on
    from unnest(${tasks}::text[], ${times}::timestamptz[]) as next (task, run_on)
    where s.task = next.task and s.claimed_by is null and s.run_on > next.run_on`);
}

/** Locks due schedules. A node that others consider dead gets none. */
export async function lockDueSchedules(
  tx: Transaction,
  { nodeId, tasks, now }: { readonly nodeId: string; readonly tasks: readonly string[]; readonly now: Date },
): Promise<ScheduledRun[]> {
  return tx.query<ScheduledRun>(sql`
    select task, run_on, attempts from job_schedules
    where run_on <= ${now} and claimed_by is null and task = any(${[...tasks]})
      and exists (select 1 from nodes n where n.id = ${nodeId})
    order by task limit 1000 for update skip locked`);
}

export async function claimSchedule(tx: Transaction, task: string, nodeId: string): Promise<void> {
  await tx.query(sql`
    update job_schedules set claimed_by = ${nodeId}, attempts = attempts + 1 where task = ${task}`);
}

export async function postponeSchedule(tx: Transaction, task: string, runOn: Date): Promise<void> {
  await tx.query(sql`update job_schedules set run_on = ${runOn} where task = ${task}`);
}

/** Does nothing if another node has claimed it meanwhile. */
export async function endSchedule(
  tx: Transaction,
  claim: { readonly task: string; readonly nodeId: string },
  end: { readonly runOn: Date; readonly attempts: number; readonly lastError: string | null },
): Promise<void> {
  await tx.query(sql`
    update job_schedules set claimed_by = null, run_on = ${end.runOn}, attempts = ${end.attempts},
      last_error = ${end.lastError}
    where task = ${claim.task} and claimed_by = ${claim.nodeId}`);
}

/**
 * Releases the schedules whose node is gone, and those that this node has claimed and does not run. Nodes are read after
 * the claims: a node is known before it claims.
 */
export async function releaseLostSchedules(
  tx: Transaction,
  { nodeId, running }: { readonly nodeId: string; readonly running: readonly string[] },
): Promise<void> {
  const holders = await tx.query<{ id: string }>(sql`
    select distinct claimed_by as id from job_schedules where claimed_by is not null limit 10000`);
  const living = await tx.query<{ id: string }>(sql`
    select id from nodes where id = any(${holders.map(({ id }) => id)}::text[]) limit 10000`);
  const dead = holders.map(({ id }) => id).filter((id) => !living.some((node) => node.id === id));
  await tx.query(sql`
    update job_schedules set claimed_by = null
    where claimed_by = any(${dead}::text[]) or (claimed_by = ${nodeId} and task <> all(${[...running]}))`);
}

/** Runs the task at the next sweep instead of at its next time. */
export async function hastenSchedule(tx: Transaction, task: string, now: Date): Promise<void> {
  await tx.query(sql`update job_schedules set run_on = ${now} where task = ${task} and run_on > ${now}`);
}
