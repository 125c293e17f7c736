import { workflowTasksMax } from "@weft/contract";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/sql.ts";
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
  return (await lockTasks(tx, orgId, rows))[0];
}

/** The processes of the tasks, locked in the order of their ids, so that two callers do not wait for each other. */
export async function lockProcessesOfTasks(
  tx: Transaction,
  orgId: string,
  taskIds: readonly string[],
): Promise<LockedProcess[]> {
  const rows = await tx.query<Timed<ProcessRow>>(prepared`
    select p.*, clock_timestamp() as now from event_workflow_processes p
    where p.org_id = ${orgId} and p.id = any(array(
      select process_id from event_workflow_tasks where org_id = ${orgId} and id = any(${[...taskIds]})))
    order by p.id for update`);
  return lockTasks(tx, orgId, rows);
}

async function lockTasks(
  tx: Transaction,
  orgId: string,
  processes: readonly Timed<ProcessRow>[],
): Promise<LockedProcess[]> {
  if (processes.length === 0) {
    return [];
  }
  // Looked up process by process: without statistics, the planner would read all tasks of the org instead.
  const rows = await tx.query<Timed<TaskRow>>(prepared`
    select t.*, clock_timestamp() as now from unnest(${processes.map(({ id }) => id)}::text[]) as p (id)
    cross join lateral (
      select * from event_workflow_tasks where org_id = ${orgId} and process_id = p.id
      order by position limit ${workflowTasksMax} for update
    ) t`);
  const byProcess = new Map<string, Timed<TaskRow>[]>(processes.map(({ id }) => [id, []]));
  for (const row of rows) {
    byProcess.get(row.process_id)?.push(row);
  }
  return processes.map((process) => {
    const tasks = byProcess.get(process.id) ?? [];
    // Read after the process is locked, so that times are in the order of the changes.
    const now = tasks[0]?.now ?? process.now;
    return { processState: { process: processOfRow(process), tasks: tasks.map(taskOfRow) }, now };
  });
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

export interface ChangedState {
  readonly locked: LockedProcess;
  readonly after: ProcessState;
}

/**
 * Writes the changed parts of the process states, and returns them as stored. The updates name the ids as well: joined
 * with the new values alone, they would read all rows of the org.
 */
export async function saveProcessStates(
  tx: Transaction,
  orgId: string,
  changes: readonly ChangedState[],
): Promise<ProcessState[]> {
  const saved = changes.map(raisedState);
  const tasks = saved.flatMap(({ changedTasks }) => changedTasks);
  if (tasks.length > 0) {
    await saveTasks(tx, orgId, tasks);
  }
  const processes = saved.flatMap(({ processState, isProcessChanged }) =>
    isProcessChanged ? [processState.process] : [],
  );
  if (processes.length > 0) {
    await saveProcesses(tx, orgId, processes);
  }
  return saved.map(({ processState }) => processState);
}

function raisedState({ locked: { processState: before, now }, after }: ChangedState) {
  const known = new Set<WorkflowTask>(before.tasks);
  const tasks = after.tasks.map((task) => (known.has(task) ? task : raised(task, now)));
  const isProcessChanged = after.process !== before.process;
  const process = isProcessChanged ? raised(after.process, now) : before.process;
  return { processState: { process, tasks }, changedTasks: tasks.filter((task) => !known.has(task)), isProcessChanged };
}

function raised<Row extends WorkflowProcess | WorkflowTask>(row: Row, updatedOn: Date): Row {
  return { ...row, version: row.version + 1, updatedOn };
}

async function saveTasks(tx: Transaction, orgId: string, tasks: readonly WorkflowTask[]): Promise<void> {
  await tx.query(prepared`
    update event_workflow_tasks t set
      status = new.status, input = new.input, output = new.output, output_sources = new."outputSources",
      subtext = new.subtext, progress = new.progress, failure = new.failure, attempt = new.attempt,
      retries = new.retries, idempotency_key = new."idempotencyKey", state = new.state, run_on = new."runOn", claimed_by = new."claimedBy",
      deadline = new.deadline, heartbeat_deadline = new."heartbeatDeadline", log_lines = new."logLines",
      log_bytes = new."logBytes", started_on = new."startedOn", ended_on = new."endedOn", version = new.version, updated_on = new."updatedOn"
    from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as new (
      id text, status text, input jsonb, output jsonb, "outputSources" jsonb, subtext text, progress integer,
      failure jsonb, attempt integer, retries integer, "idempotencyKey" text, state jsonb, "runOn" timestamptz, "claimedBy" text,
      deadline timestamptz, "heartbeatDeadline" timestamptz, "logLines" integer, "logBytes" integer,
      "startedOn" timestamptz, "endedOn" timestamptz, version integer, "updatedOn" timestamptz)
    where t.org_id = ${orgId} and t.id = any(${tasks.map(({ id }) => id)}) and t.id = new.id`);
}

async function saveProcesses(tx: Transaction, orgId: string, processes: readonly WorkflowProcess[]): Promise<void> {
  const rows = processes.map(({ id, status, subtext, failure, endedOn, version, updatedOn }) => ({
    id,
    status,
    subtext,
    failure,
    endedOn,
    version,
    updatedOn,
  }));
  await tx.query(prepared`
    update event_workflow_processes p set
      status = new.status, subtext = new.subtext, failure = new.failure, ended_on = new."endedOn",
      version = new.version, updated_on = new."updatedOn"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (
      id text, status text, subtext text, failure jsonb, "endedOn" timestamptz, version integer,
      "updatedOn" timestamptz)
    where p.org_id = ${orgId} and p.id = any(${rows.map(({ id }) => id)}) and p.id = new.id`);
}

/** Appends lines to those of the task, and returns the task with its line count updated. */
export async function appendLines(
  tx: Transaction,
  orgId: string,
  task: WorkflowTask,
  lines: readonly string[],
): Promise<WorkflowTask> {
  await insertLines(tx, orgId, [{ task, lines }]);
  return lines.length === 0 ? task : countLines(task, lines);
}

export interface TaskLines {
  /** As it was before the lines. */
  readonly task: WorkflowTask;
  readonly lines: readonly string[];
}

/** Stores lines of runs and callbacks. Entries of the same task follow each other. */
export async function insertLines(tx: Transaction, orgId: string, logs: readonly TaskLines[]): Promise<void> {
  const rows = logs
    .filter(({ lines }) => lines.length > 0)
    .map(({ task, lines }) => ({ taskId: task.id, number: task.logLines, lines }));
  if (rows.length > 0) {
    await tx.query(prepared`
      insert into event_workflow_task_logs (org_id, task_id, number, lines)
      select ${orgId}, "taskId", number, lines
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new ("taskId" text, number integer, lines text[])`);
  }
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
