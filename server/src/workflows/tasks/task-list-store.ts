import type { Budget } from "../../platform/budgets/budget.ts";
import type { BoundedRows } from "../../platform/database/bounded-query.ts";
import type { BoundedDatabase, Database } from "../../platform/database/database.ts";
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
        heartbeat_seconds, null::jsonb as state, run_on, claimed_by, leased_by, leased_until, leased_attempt, deadline,
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
