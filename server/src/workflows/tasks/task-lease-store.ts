import type { Transaction } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/sql.ts";
import type { WorkflowTask } from "../process-state/process-state.ts";
import { type TaskRow, taskOfRow } from "../process-state/process-state-rows.ts";

/** Which tasks a worker requests, and for how long. */
export interface LeaseInput {
  readonly workerId: string;
  readonly action: string;
  readonly names: readonly string[] | undefined;
  /** Only this task. */
  readonly taskId: string | undefined;
  readonly limit: number;
  readonly leaseSeconds: number;
}

/**
 * Leases the oldest unclaimed awaiting tasks, and skips those that another worker is claiming. Selected once, as an
 * array: in a join the selection may be evaluated again per row, and then claims more.
 */
export async function takeLeases(tx: Transaction, orgId: string, input: LeaseInput): Promise<WorkflowTask[]> {
  const { workerId, action, taskId = null, limit, leaseSeconds } = input;
  const names = input.names === undefined ? null : [...input.names];
  const rows = await tx.query<TaskRow>(prepared`
    with leased as (
      update event_workflow_tasks t set
        leased_by = ${workerId}, leased_attempt = attempt,
        leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}),
        version = version + 1, updated_on = clock_timestamp()
      where t.org_id = ${orgId} and t.id = any(array(
        select id from event_workflow_tasks
        where org_id = ${orgId} and action = ${action} and status = 'awaiting'
          and (leased_until is null or leased_until <= clock_timestamp() or leased_attempt <> attempt)
          and (${names}::text[] is null or name = any(${names}))
          and (${taskId}::text is null or id = ${taskId})
        order by id limit ${limit} for update skip locked))
      returning *
    )
    select * from leased order by id`);
  return rows.map(taskOfRow);
}

export interface LeaseRenewal {
  readonly taskId: string;
  readonly workerId: string;
  readonly leaseSeconds: number;
}

/** Undefined if the task does not wait, or if another worker claimed it last. An expired lease can be renewed. */
export async function prolongLease(
  tx: Transaction,
  orgId: string,
  { taskId, workerId, leaseSeconds }: LeaseRenewal,
): Promise<WorkflowTask | undefined> {
  const rows = await tx.query<TaskRow>(prepared`
    update event_workflow_tasks set
      leased_until = case when ${leaseSeconds} > 0 then clock_timestamp() + make_interval(secs => ${leaseSeconds}) end,
      version = version + 1, updated_on = clock_timestamp()
    where org_id = ${orgId} and id = ${taskId} and status = 'awaiting' and leased_by = ${workerId}
      and leased_attempt = attempt
    returning *`);
  return rows[0] && taskOfRow(rows[0]);
}
