import type { Database, Transaction } from "../../platform/database/database.ts";
import { prepared, sql } from "../../platform/database/sql.ts";
import { countLines } from "./log-lines.ts";
import type { ProcessState, WorkflowProcess, WorkflowTask } from "./process-state.ts";
import { type ProcessRow, processOfRow, type TaskRow, taskOfRow } from "./process-state-rows.ts";

/** A process state locked against other writers, and the time of the database. */
export interface LockedProcess {
  readonly processState: ProcessState;
  readonly now: Date;
}

/** The current row, and the time of the query: before it waited for the lock. */
type Timed<Row> = Row & { readonly now: Date };

/**
 * Locks the current row until the transaction ends. Always the process first, so that all writers lock in the same
 * order.
 */
export async function lockProcess(
  tx: Transaction,
  orgId: string,
  processId: string,
): Promise<LockedProcess | undefined> {
  const rows = await tx.query<Timed<ProcessRow>>(prepared`
    select *, clock_timestamp() as now from event_workflow_processes
    where org_id = ${orgId} and id = ${processId} for update`);
  return lockTasks(tx, orgId, rows[0]);
}

export async function lockProcessOfTask(
  tx: Transaction,
  orgId: string,
  taskId: string,
): Promise<LockedProcess | undefined> {
  const rows = await tx.query<Timed<ProcessRow>>(prepared`
    select p.*, clock_timestamp() as now from event_workflow_processes p
    where p.org_id = ${orgId}
      and p.id = (select process_id from event_workflow_tasks where org_id = ${orgId} and id = ${taskId})
    for update`);
  return lockTasks(tx, orgId, rows[0]);
}

async function lockTasks(
  tx: Transaction,
  orgId: string,
  row: Timed<ProcessRow> | undefined,
): Promise<LockedProcess | undefined> {
  if (row === undefined) {
    return undefined;
  }
  const rows = await tx.query<Timed<TaskRow>>(prepared`
    select *, clock_timestamp() as now from event_workflow_tasks where org_id = ${orgId} and process_id = ${row.id}
    order by position for update`);
  // Read after the process is locked, so that times are in the order of the changes.
  const now = rows[0]?.now ?? row.now;
  return { processState: { process: processOfRow(row), tasks: rows.map(taskOfRow) }, now };
}

export async function findProcess(db: Database, orgId: string, id: string): Promise<WorkflowProcess | undefined> {
  const rows = await db.query<ProcessRow>(prepared`
    select * from event_workflow_processes where org_id = ${orgId} and id = ${id}`);
  return rows[0] && processOfRow(rows[0]);
}

export async function findProcesses(db: Database, orgId: string, ids: readonly string[]): Promise<WorkflowProcess[]> {
  const rows = await db.query<ProcessRow>(prepared`
    select * from event_workflow_processes where org_id = ${orgId} and id = any(${[...ids]}) order by id`);
  return rows.map(processOfRow);
}

export async function findTask(db: Database, orgId: string, id: string): Promise<WorkflowTask | undefined> {
  const rows = await db.query<TaskRow>(prepared`
    select * from event_workflow_tasks where org_id = ${orgId} and id = ${id}`);
  return rows[0] && taskOfRow(rows[0]);
}

export async function findTasksOf(db: Database, orgId: string, processIds: readonly string[]): Promise<WorkflowTask[]> {
  const rows = await db.query<TaskRow>(prepared`
    select * from event_workflow_tasks where org_id = ${orgId} and process_id = any(${[...processIds]})
    order by process_id, position`);
  return rows.map(taskOfRow);
}

/** Writes the changed parts of the process state, and returns it as stored. */
export async function saveProcessState(
  tx: Transaction,
  orgId: string,
  { processState: before, now }: LockedProcess,
  after: ProcessState,
): Promise<ProcessState> {
  const known = new Set<WorkflowTask>(before.tasks);
  const tasks = after.tasks.map((task) => (known.has(task) ? task : raised(task, now)));
  const process = after.process === before.process ? before.process : raised(after.process, now);
  const changed = tasks.filter((task) => !known.has(task));
  if (changed.length > 0) {
    await saveTasks(tx, orgId, changed);
  }
  if (process !== before.process) {
    await saveProcess(tx, orgId, process);
  }
  return { process, tasks };
}

function raised<Row extends WorkflowProcess | WorkflowTask>(row: Row, updatedOn: Date): Row {
  return { ...row, version: row.version + 1, updatedOn };
}

async function saveTasks(tx: Transaction, orgId: string, tasks: readonly WorkflowTask[]): Promise<void> {
  await tx.query(prepared`
    update event_workflow_tasks t set
      status = new.status, input = new.input, output = new.output, output_sources = new."outputSources",
      subtext = new.subtext, progress = new.progress, failure = new.failure, retries = new.retries,
      idempotency_key = new."idempotencyKey", state = new.state, run_on = new."runOn", claimed_by = new."claimedBy",
      deadline = new.deadline, heartbeat_deadline = new."heartbeatDeadline", log_lines = new."logLines",
      log_bytes = new."logBytes", started_on = new."startedOn", ended_on = new."endedOn", version = new.version, updated_on = new."updatedOn"
    from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as new (
      id text, status text, input jsonb, output jsonb, "outputSources" jsonb, subtext text, progress integer,
      failure jsonb, retries integer, "idempotencyKey" text, state jsonb, "runOn" timestamptz, "claimedBy" text,
      deadline timestamptz, "heartbeatDeadline" timestamptz, "logLines" integer, "logBytes" integer,
      "startedOn" timestamptz, "endedOn" timestamptz, version integer, "updatedOn" timestamptz)
    where t.org_id = ${orgId} and t.id = new.id`);
}

async function saveProcess(tx: Transaction, orgId: string, process: WorkflowProcess): Promise<void> {
  const failure = process.failure === null ? null : JSON.stringify(process.failure);
  await tx.query(prepared`
    update event_workflow_processes set
      status = ${process.status}, subtext = ${process.subtext}, failure = ${failure}::jsonb,
      ended_on = ${process.endedOn}, version = ${process.version}, updated_on = ${process.updatedOn}
    where org_id = ${orgId} and id = ${process.id}`);
}

/** Appends lines to those of the task, and returns the task with its line count updated. */
export async function appendLines(
  tx: Transaction,
  orgId: string,
  task: WorkflowTask,
  lines: readonly string[],
): Promise<WorkflowTask> {
  if (lines.length === 0) {
    return task;
  }
  await tx.query(sql`
    insert into event_workflow_task_logs (org_id, task_id, number, lines)
    values (${orgId}, ${task.id}, ${task.logLines}, ${[...lines]})`);
  return countLines(task, lines);
}

/** Marks callbacks held for tasks that ended without them: they are kept but no longer count. */
export async function supersedeHeldCallbacks(
  tx: Transaction,
  orgId: string,
  taskIds: readonly string[],
): Promise<void> {
  await tx.query(prepared`
    update event_workflow_callbacks set verdict = 'superseded', body = null
    where task_id = any(${[...taskIds]}) and org_id = ${orgId} and verdict = 'held'`);
}
