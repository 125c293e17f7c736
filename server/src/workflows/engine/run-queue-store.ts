import type { Database, Transaction } from "../../platform/database/database.ts";
import { prepared, sql } from "../../platform/database/sql.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import type { WorkflowProcess, WorkflowTask } from "../process-state/process-state.ts";
import { type ProcessRow, processOfRow, type TaskRow, taskOfRow } from "../process-state/process-state-rows.ts";
import { statusesBefore } from "../process-state/task-states.ts";
import type { TaskForm } from "../task-form.ts";

/** A node and the tasks that it runs. */
export interface Holder {
  readonly nodeId: string;
  readonly runs: readonly { readonly taskId: string; readonly attempt: number }[];
}

/**
 * The orgs with processes to start, tasks to run, end or take over, or claims that the node itself must release. The
 * work of suspended orgs waits. Every org with workflows has a feed, in which saving them was recorded; unlike the list
 * of orgs, feeds are stored beside the work of their org where organizations are distributed. The limits let it look
 * for one row of each org instead of reading all.
 */
export async function findOrgsWithWork(db: Database, { nodeId, runs }: Holder): Promise<string[]> {
  const [taskIds, attempts] = columnsOf(runs);
  const rows = await db.query<{ id: string }>(prepared`
    /* of all orgs: due work */ select id from (
    select f.org_id as id from org_feeds f
    where (select true from event_workflow_processes p where p.org_id = f.org_id and p.status = 'pending' limit 1)
      or (select true from event_workflow_tasks t where t.org_id = f.org_id and t.run_on <= now() limit 1)
    union
    select org_id from event_workflow_tasks
    where status in ('running', 'awaiting') and least(deadline, heartbeat_deadline) <= now()
    union
    select org_id from event_workflow_tasks t
    where claimed_by is not null and not exists (select 1 from nodes n where n.id = t.claimed_by)
    union
    select org_id from event_workflow_tasks
    where claimed_by = ${nodeId} and (id, attempt) not in (
      select * from unnest(${taskIds}::text[], ${attempts}::integer[]))
    union
    select org_id from event_workflow_schedules where next_on <= now()
    ) as found where id not in (select id from orgs where suspended_on is not null)`);
  return rows.map(({ id }) => id);
}

/** What the org has to do now. Nothing if it is suspended. */
export async function findWork(
  db: Database,
  orgId: string,
): Promise<{ readonly hasDueTasks: boolean; readonly hasWaitingProcesses: boolean }> {
  const rows = await db.query<{ due: boolean; waiting: boolean }>(prepared`
    select
      exists (select 1 from event_workflow_tasks where org_id = ${orgId} and run_on <= now()) as due,
      exists (select 1 from event_workflow_processes where org_id = ${orgId} and status = 'pending') as waiting
    from orgs o where o.id = ${orgId} and o.suspended_on is null`);
  return { hasDueTasks: rows[0]?.due ?? false, hasWaitingProcesses: rows[0]?.waiting ?? false };
}

export async function isSuspended(db: Database, orgId: string): Promise<boolean> {
  const rows = await db.query(prepared`
    select 1 from orgs where id = ${orgId} and suspended_on is null`);
  return rows.length === 0;
}

/** Serializes process starts per org, so that limits hold across all nodes. */
export async function lockBeginning(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(prepared`select pg_advisory_xact_lock(hashtextextended(${`begin workflows of ${orgId}`}, 0))`);
}

export interface WaitingProcess {
  readonly id: string;
  readonly workflow_id: string;
  readonly workflow_version: number;
  readonly entity_type: string | null;
  readonly entity_id: string | null;
  readonly entity_version: number | null;
  readonly created_on: Date;
}

/** The oldest pending processes of each workflow, within its limit and that of the org. */
export async function findProcessesToBegin(tx: Transaction, orgId: string, orgMax: number): Promise<WaitingProcess[]> {
  return tx.query<WaitingProcess>(prepared`
    with under_way as (
      select workflow_id, count(*) as count, count(*) filter (where status = 'running') as running
      from event_workflow_processes
      where org_id = ${orgId} and status in ('running', 'awaiting') group by workflow_id
    )
    select p.* from event_workflows w
    left join under_way u on u.workflow_id = w.id
    cross join lateral (
      select id, workflow_id, workflow_version, entity_type, entity_id, entity_version, created_on
      from event_workflow_processes
      where org_id = ${orgId} and workflow_id = w.id and status = 'pending'
      order by id
      limit least(greatest((w.definition ->> 'maxConcurrentProcesses')::integer - coalesce(u.count, 0), 0), ${orgMax})
    ) p
    where w.org_id = ${orgId}
    order by p.id
    limit greatest(${orgMax} - (select coalesce(sum(running), 0) from under_way), 0)`);
}

/** Processes started while their workflow was being deleted: no node would ever run them. */
export async function cancelOrphans(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(prepared`
    update event_workflow_processes p set status = 'canceled', ended_on = now(), updated_on = now(),
      version = version + 1, failure = '{"code": "canceled", "message": "The workflow was deleted."}'
    where org_id = ${orgId} and status = 'pending'
      and workflow_id <> all(array(select id from event_workflows where org_id = ${orgId}))`);
}

/** A task to insert. */
export interface NewTask {
  readonly id: string;
  readonly processId: string;
  readonly position: number;
  readonly name: string;
  readonly action: string;
  readonly isAsync: boolean;
  readonly timeoutSeconds: number;
  readonly heartbeatSeconds: number | null;
  readonly form: TaskForm | null;
}

/** A node, and how many tasks it may claim. */
export interface Claim {
  readonly nodeId: string;
  readonly tasksMax: number;
}

/**
 * Starts the processes: creates their tasks, claims the first task of as many as the node may, and makes that of the
 * others due. A process canceled just before stays canceled. Returns the claimed tasks with their processes.
 */
export async function beginWithTasks(
  tx: Transaction,
  orgId: string,
  { processes, tasks }: { readonly processes: readonly BegunProcess[]; readonly tasks: readonly NewTask[] },
  { nodeId, tasksMax }: Claim,
): Promise<{ readonly process: WorkflowProcess; readonly task: WorkflowTask }[]> {
  const begun = await tx.query<ProcessRow>(prepared`
    update event_workflow_processes p set
      status = 'running', started_on = now(), updated_on = now(), version = version + 1,
      trigger_event = trigger_event || chosen.found
    from jsonb_to_recordset(${JSON.stringify(processes)}::jsonb) as chosen (id text, found jsonb)
    where p.org_id = ${orgId} and p.id = any(${processes.map(({ id }) => id)}) and p.id = chosen.id
      and p.status = 'pending'
    returning p.*`);
  const byId = new Map(begun.map((row) => [row.id, row]));
  const claimed = new Set([...byId.keys()].sort().slice(0, tasksMax));
  const rows = tasks
    .filter(({ processId }) => byId.has(processId))
    .map((task) => ({ ...task, isClaimed: task.position === 0 && claimed.has(task.processId) }));
  const inserted = await tx.query<TaskRow>(prepared`
    insert into event_workflow_tasks (org_id, id, process_id, position, name, action, is_async, timeout_seconds,
      heartbeat_seconds, form, idempotency_key, run_on, status, claimed_by, attempt, started_on, deadline)
    select ${orgId}, id, "processId", position, name, action, "isAsync", "timeoutSeconds", "heartbeatSeconds", form,
      id, case when position = 0 and not "isClaimed" then now() end,
      case when "isClaimed" then 'running' else 'pending' end, case when "isClaimed" then ${nodeId}::text end,
      case when "isClaimed" then 1 else 0 end, case when "isClaimed" then now() end,
      case when "isClaimed" then to_timestamp(extract(epoch from now())::float8 + "timeoutSeconds") end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (
      id text, "processId" text, position integer, name text, action text, "isAsync" boolean,
      "timeoutSeconds" integer, "heartbeatSeconds" integer, form jsonb, "isClaimed" boolean)
    returning *`);
  return inserted.flatMap((row) => {
    const process = row.claimed_by === null ? undefined : byId.get(row.process_id);
    return process === undefined ? [] : [{ process: processOfRow(process), task: taskOfRow(row) }];
  });
}

/** A process to start, and what was found since it was created. */
interface BegunProcess {
  readonly id: string;
  readonly found: JsonObject;
}

/**
 * Claims due tasks up to the limit, and skips those that another node is claiming. Selected once, as an array: in a
 * join the selection may be evaluated again per row, and then claims more. The first start and deadline stay: later
 * ones are greater.
 */
export async function claimDueTasks(
  tx: Transaction,
  orgId: string,
  { nodeId, tasksMax }: Claim,
): Promise<WorkflowTask[]> {
  const rows = await tx.query<TaskRow>(prepared`
    update event_workflow_tasks t set
      status = 'running', claimed_by = ${nodeId}, attempt = attempt + 1, run_on = null,
      started_on = least(started_on, now()), version = version + 1, updated_on = now(),
      deadline = least(deadline, to_timestamp(extract(epoch from now())::float8 + timeout_seconds))
    where t.org_id = ${orgId} and t.id = any(array(
      select id from event_workflow_tasks
      where org_id = ${orgId} and run_on <= now() and status = any(${statusesBefore("start")})
        and exists (select 1 from orgs o where o.id = ${orgId} and o.suspended_on is null)
      order by run_on limit ${tasksMax} for update skip locked))
    returning *`);
  return rows.map(taskOfRow);
}

/** Releases tasks whose node is gone, so that they run again. */
export async function freeAbandonedTasks(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(prepared`
    update event_workflow_tasks t set claimed_by = null, run_on = now(), updated_on = now(), version = version + 1
    where t.org_id = ${orgId} and t.claimed_by is not null
      and not exists (select 1 from nodes n where n.id = t.claimed_by)`);
}

/**
 * Releases tasks that the node claimed but does not run, because the response to its claim was lost. The node must not
 * claim tasks of the org at the same time.
 */
export async function freeStrayTasks(tx: Transaction, orgId: string, { nodeId, runs }: Holder): Promise<void> {
  const [taskIds, attempts] = columnsOf(runs);
  await tx.query(prepared`
    update event_workflow_tasks set claimed_by = null, run_on = now(), updated_on = now(), version = version + 1
    where org_id = ${orgId} and claimed_by = ${nodeId} and (id, attempt) not in (
      select * from unnest(${taskIds}::text[], ${attempts}::integer[]))`);
}

function columnsOf(runs: Holder["runs"]): readonly [string[], number[]] {
  return [runs.map(({ taskId }) => taskId), runs.map(({ attempt }) => attempt)];
}

/** Releases all tasks that this node claimed. */
export async function freeTasksOfNode(tx: Transaction, nodeId: string): Promise<void> {
  await tx.query(sql`
    /* of all orgs: claims of this node */
    update event_workflow_tasks set claimed_by = null, run_on = now(), updated_on = now(), version = version + 1
    where claimed_by = ${nodeId}`);
}

// A node times out its own tasks. Another node does so only if it hangs, a little later.
const graceSeconds = 5;
const overdueMax = 500;

export async function findOverdueTasks(db: Database, orgId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(prepared`
    select id from event_workflow_tasks
    where org_id = ${orgId} and status in ('running', 'awaiting')
      and least(deadline, heartbeat_deadline) <= now() - case when claimed_by is null
        then interval '0' else make_interval(secs => ${graceSeconds}) end
      and exists (select 1 from orgs o where o.id = ${orgId} and o.suspended_on is null)
    order by least(deadline, heartbeat_deadline) limit ${overdueMax}`);
  return rows.map(({ id }) => id);
}

/** The outputs of earlier tasks of the processes, for the tasks that read them. */
export async function findOutputs(
  db: Database,
  orgId: string,
  processIds: readonly string[],
): Promise<{ process_id: string; name: string; status: string; output: JsonObject }[]> {
  return db.query(prepared`
    select process_id, name, status, output from event_workflow_tasks
    where org_id = ${orgId} and process_id = any(${[...processIds]}) and status = 'completed' order by position`);
}
