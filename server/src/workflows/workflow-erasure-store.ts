import type { ErasedSubject } from "../access/erased-user-store.ts";
import { formerStopReason, inJson } from "../access/former-texts.ts";
import type { PurgedEntities } from "../changes/purged-change-store.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";

export async function renameInRestarts(tx: Transaction, orgId: string, subject: ErasedSubject): Promise<number> {
  const rows = await tx.query(sql`
    update event_workflow_restarts set actor_name = ${subject.pseudonym}
    where org_id = ${orgId} and actor_id = ${subject.id} and actor_name <> ${subject.pseudonym} returning 1`);
  return rows.length;
}

export async function renameInCallbacks(tx: Transaction, orgId: string, subject: ErasedSubject): Promise<number> {
  const rows = await tx.query(sql`
    update event_workflow_callbacks set actor_name = ${subject.pseudonym}
    where org_id = ${orgId} and actor_id = ${subject.id} and actor_name is distinct from ${subject.pseudonym}
    returning 1`);
  return rows.length;
}

export async function renameInWorkflowVersions(
  tx: Transaction,
  orgId: string,
  { id, pseudonym }: ErasedSubject,
): Promise<number> {
  const rows = await tx.query(sql`
    update event_workflow_versions
    set writer = jsonb_set(writer, '{author,actorName}', ${JSON.stringify(pseudonym)}::jsonb)
    where org_id = ${orgId} and writer #>> '{author,actorId}' = ${id}
      and writer #>> '{author,actorName}' is distinct from ${pseudonym}
    returning 1`);
  return rows.length;
}

/** The failure of a process whose workflow stopped names the deactivated owner. */
export async function renameInProcessFailures(
  tx: Transaction,
  orgId: string,
  pseudonym: string,
  name: string,
): Promise<number> {
  const { before, after } = formerStopReason(name, pseudonym);
  const rows = await tx.query(sql`
    update event_workflow_processes
    set failure = replace(failure::text, ${inJson(before)}, ${inJson(after)})::jsonb
    where org_id = ${orgId} and strpos(failure ->> 'message', ${before}) > 0 returning 1`);
  return rows.length;
}

/** Restarts have the failures of the tasks that they replaced. */
export async function renameInRestartedTasks(
  tx: Transaction,
  orgId: string,
  pseudonym: string,
  name: string,
): Promise<number> {
  const { before, after } = formerStopReason(name, pseudonym);
  const rows = await tx.query(sql`
    update event_workflow_restarts set tasks = replace(tasks::text, ${inJson(before)}, ${inJson(after)})::jsonb
    where org_id = ${orgId} and strpos(tasks::text, ${inJson(before)}) > 0 returning 1`);
  return rows.length;
}

export async function renameInTaskFailures(
  tx: Transaction,
  orgId: string,
  pseudonym: string,
  name: string,
): Promise<number> {
  const { before, after } = formerStopReason(name, pseudonym);
  const rows = await tx.query(sql`
    update event_workflow_tasks
    set failure = replace(failure::text, ${inJson(before)}, ${inJson(after)})::jsonb
    where org_id = ${orgId} and strpos(failure ->> 'message', ${before}) > 0 returning 1`);
  return rows.length;
}

/** The log line of a restart named who restarted, before the service left the name out. */
export async function renameInTaskLogs(
  tx: Transaction,
  orgId: string,
  pseudonym: string,
  name: string,
): Promise<number> {
  const [before, after] = [` by ${name}.`, ` by ${pseudonym}.`];
  const rows = await tx.query(sql`
    update event_workflow_task_logs set lines = (
      select array_agg(
        case when strpos(line, ' Restarted from ') > 0 and right(line, length(${before})) = ${before}
          then left(line, -length(${before})) || ${after} else line end order by number)
      from unnest(lines) with ordinality as listed (line, number))
    where org_id = ${orgId} and exists (
      select 1 from unnest(lines) as line
      where strpos(line, ' Restarted from ') > 0 and right(line, length(${before})) = ${before})
    returning 1`);
  return rows.length;
}

export async function hasRunningProcess(db: Database, orgId: string, { ids }: PurgedEntities): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from event_workflow_processes
    where org_id = ${orgId} and entity_id = any(${[...ids]}::text[]) and status in ('running', 'awaiting') limit 1`);
  return rows.length > 0;
}

/** The message of a failure may quote values, such as the response of another system. */
const strippedFailure = sql`jsonb_set(failure, '{message}', '"The data was purged."')`;

/** Leaves the ids of the entities in processes that they started, and nothing in the tasks of those. */
export async function stripProcesses(tx: Transaction, orgId: string, { ids }: PurgedEntities): Promise<number> {
  const processes = await tx.query<{ id: string }>(sql`
    update event_workflow_processes
    set trigger_event = trigger_event - 'newData' - 'oldData' - 'propertyDiffs', subtext = null, failure = ${strippedFailure}
    where org_id = ${orgId} and entity_id = any(${[...ids]}::text[]) returning id`);
  const processIds = processes.map(({ id }) => id);
  const tasks = await tx.query<{ id: string }>(sql`
    update event_workflow_tasks
    set input = null, output = '{}', output_sources = '{}', state = null, subtext = null, failure = ${strippedFailure}
    where org_id = ${orgId} and process_id = any(${processIds}::text[]) returning id`);
  const taskIds = tasks.map(({ id }) => id);
  await tx.queryAll([
    sql`delete from event_workflow_task_logs where org_id = ${orgId} and task_id = any(${taskIds}::text[])`,
    sql`
      update event_workflow_callbacks set body = null, detail = null
      where org_id = ${orgId} and task_id = any(${taskIds}::text[])`,
    sql`delete from event_workflow_restarts where org_id = ${orgId} and process_id = any(${processIds}::text[])`,
  ]);
  return processes.length;
}

/** Whether a run in progress names the file. */
export async function isFileInRun(db: Database, orgId: string, fileId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from event_workflow_tasks task
    join event_workflow_processes process on process.org_id = task.org_id and process.id = task.process_id
    where process.org_id = ${orgId} and process.status in ('pending', 'running', 'awaiting')
      and (strpos(task.input::text, ${fileId}) > 0 or strpos(task.output::text, ${fileId}) > 0
        or strpos(process.trigger_event::text, ${fileId}) > 0)
    limit 1`);
  return rows.length > 0;
}
