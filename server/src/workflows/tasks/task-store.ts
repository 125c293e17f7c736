import type { Budget } from "../../platform/budgets/budget.ts";
import type { BoundedRows } from "../../platform/database/bounded-query.ts";
import type { BoundedDatabase, Database, Transaction } from "../../platform/database/database.ts";
import { prepared, sql } from "../../platform/database/sql.ts";
import type { WorkflowTask } from "../process-state/process-state.ts";
import { type TaskRow, taskOfRow } from "../process-state/process-state-rows.ts";

// Lists are filtered in memory, without inputs and outputs, among the rows that the criteria select.
const listedMax = 20_000;

interface TaskFilter {
  readonly processId: string | undefined;
  readonly status: string | undefined;
}

/** Without inputs and outputs. Beyond the limit, only the newest. */
export async function listTasks(
  db: Database,
  orgId: string,
  { processId, status }: TaskFilter,
): Promise<WorkflowTask[]> {
  const rows = await db.query<TaskRow>(sql`
    select * from (
      select id, process_id, position, name, action, is_async, status, null::jsonb as input, '{}'::jsonb as output,
        '{}'::jsonb as output_sources, subtext, progress, failure, attempt, retries, idempotency_key, timeout_seconds,
        heartbeat_seconds, form, null::jsonb as state, run_on, claimed_by, leased_by, leased_until, leased_attempt, deadline,
        heartbeat_deadline, log_lines, log_bytes, version, created_on, updated_on, started_on, ended_on
      from event_workflow_tasks
      where org_id = ${orgId} and (${processId ?? null}::text is null or process_id = ${processId ?? null})
        and (${status ?? null}::text is null or status = ${status ?? null})
      order by id desc limit ${listedMax}
    ) as newest order by id`);
  return rows.map(taskOfRow);
}

/** Sorted like the ids. */
export async function findTasks(
  db: BoundedDatabase,
  orgId: string,
  ids: readonly string[],
  budget: Budget,
): Promise<BoundedRows<WorkflowTask>> {
  const statement = prepared`
    select * from event_workflow_tasks where org_id = ${orgId} and id = any(${[...ids]})
    order by array_position(${[...ids]}::text[], id)`;
  const { rows, isCut } = await db.queryWithin<TaskRow>(statement, budget);
  return { rows: rows.map(taskOfRow), isCut };
}

/** The last lines of each task, or all of them. */
export async function findLines(
  db: Database,
  orgId: string,
  taskIds: readonly string[],
  linesMax: number,
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db.query<{ task_id: string; lines: string[] }>(prepared`
    select l.task_id, l.lines from event_workflow_task_logs l
    join event_workflow_tasks t on t.org_id = l.org_id and t.id = l.task_id
    where l.org_id = ${orgId} and l.task_id = any(${[...taskIds]})
      and l.number + cardinality(l.lines) > t.log_lines - ${linesMax}
    order by l.task_id, l.number`);
  const byTask = new Map<string, string[]>();
  for (const { task_id, lines } of rows) {
    byTask.set(task_id, [...(byTask.get(task_id) ?? []), ...lines].slice(-linesMax));
  }
  return byTask;
}

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
 * Leases the oldest unclaimed awaiting tasks, and skips those that another worker is claiming. A worker may still wait
 * when its org is suspended: it gets none. Selected once, as an array: in a join the selection may be evaluated again per
 * row, and then claims more.
 */
export async function takeLeases(tx: Transaction, orgId: string, input: LeaseInput): Promise<WorkflowTask[]> {
  const { workerId, action, taskId = null, limit, leaseSeconds } = input;
  const names = input.names === undefined ? null : [...input.names];
  const rows = await tx.query<TaskRow>(prepared`
    update event_workflow_tasks t set
      leased_by = ${workerId}, leased_attempt = attempt,
      leased_until = statement_timestamp() + make_interval(secs => ${leaseSeconds}),
      version = version + 1, updated_on = statement_timestamp()
    where t.org_id = ${orgId} and t.id = any(array(
      select id from event_workflow_tasks
      where org_id = ${orgId} and action = ${action} and status = 'awaiting'
        and (leased_until is null or leased_until <= statement_timestamp() or leased_attempt <> attempt)
        and (${names}::text[] is null or name = any(${names}))
        and (${taskId}::text is null or id = ${taskId})
        and exists (select 1 from orgs o where o.id = ${orgId} and o.suspended_on is null)
      order by id limit ${limit} for update skip locked))
    returning *`);
  return rows.map(taskOfRow).sort((one, other) => (one.id < other.id ? -1 : 1));
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
      leased_until = statement_timestamp() + make_interval(secs => ${leaseSeconds > 0 ? leaseSeconds : null}),
      version = version + 1, updated_on = statement_timestamp()
    where org_id = ${orgId} and id = ${taskId} and status = 'awaiting' and leased_by = ${workerId}
      and leased_attempt = attempt
    returning *`);
  return rows[0] && taskOfRow(rows[0]);
}

/** Keeps all workers away from the task until the time. */
export async function postponeLease(tx: Transaction, orgId: string, taskId: string, until: Date): Promise<void> {
  await tx.query(prepared`
    update event_workflow_tasks set leased_by = null, leased_attempt = attempt, leased_until = ${until}
    where org_id = ${orgId} and id = ${taskId}`);
}
