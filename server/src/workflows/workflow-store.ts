import type { StandingCredential } from "../access/keys/standing-credential.ts";
import { orgsInImport } from "../access/org-store.ts";
import type { Writer } from "../entities/model/write-request.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow, prepared, sql } from "../platform/database/sql.ts";
import { ownerOf, type WorkflowDefinition, type WorkflowVersion } from "./workflow.ts";

export interface WorkflowRow {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
  readonly is_active: boolean;
  readonly definition: WorkflowDefinition;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
  readonly created_by_id: string | null;
  readonly updated_by_id: string | null;
  readonly stopped_on: Date | null;
  /** The owner whose rights its current version acts with. Null if unknown. */
  readonly owner: StandingCredential | null;
}

type StoredWorkflow = Omit<WorkflowRow, "owner"> & Pick<VersionRow, "owner" | "writer">;

function workflowOfRow({ writer, ...row }: StoredWorkflow): WorkflowRow {
  return { ...row, owner: ownerOf(row.owner, writer) };
}

// An org has few; lists are filtered in memory.
const workflowsMax = 20_000;

export async function listWorkflows(db: Database, orgId: string): Promise<WorkflowRow[]> {
  const rows = await db.query<StoredWorkflow>(sql`
    select w.*, v.owner, v.writer from event_workflows w
    join event_workflow_versions v on v.org_id = w.org_id and v.workflow_id = w.id and v.version = w.version
    where w.org_id = ${orgId} order by w.id limit ${workflowsMax}`);
  return rows.map(workflowOfRow);
}

export async function countWorkflows(db: Database, orgId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(prepared`
    select count(*) as count from event_workflows where org_id = ${orgId}`);
  return oneRow(rows).count;
}

export async function listActiveWorkflows(db: Database, orgId: string): Promise<WorkflowRow[]> {
  const rows = await db.query<StoredWorkflow>(sql`
    select w.*, v.owner, v.writer from event_workflows w
    join event_workflow_versions v on v.org_id = w.org_id and v.workflow_id = w.id and v.version = w.version
    where w.org_id = ${orgId} and w.is_active order by w.id limit ${workflowsMax}`);
  return rows.map(workflowOfRow);
}

export async function findWorkflow(db: Database, orgId: string, id: string): Promise<WorkflowRow | undefined> {
  const rows = await db.query<StoredWorkflow>(sql`
    select w.*, v.owner, v.writer from event_workflows w
    join event_workflow_versions v on v.org_id = w.org_id and v.workflow_id = w.id and v.version = w.version
    where w.org_id = ${orgId} and w.id = ${id}`);
  return rows[0] && workflowOfRow(rows[0]);
}

export async function isIdentifierTaken(
  db: Database,
  orgId: string,
  identifier: string,
  exceptId: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from event_workflows where org_id = ${orgId} and identifier = ${identifier} and id <> ${exceptId}`);
  return rows.length > 0;
}

interface SavedWorkflow {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly definition: WorkflowDefinition;
  readonly secrets: Buffer | null;
  readonly owner: StandingCredential | null;
}

/** Saves the next version, which new processes use. */
export async function saveWorkflow(
  tx: Transaction,
  orgId: string,
  workflow: SavedWorkflow,
  { actorId, writer }: { readonly actorId: string; readonly writer: Writer },
): Promise<WorkflowRow> {
  const definition = JSON.stringify(workflow.definition);
  const rows = await tx.query<Omit<WorkflowRow, "owner">>(sql`
    insert into event_workflows (org_id, id, identifier, name, is_active, definition, created_by_id, updated_by_id)
    values (${orgId}, ${workflow.id}, ${workflow.identifier}, ${workflow.name}, ${workflow.isActive}, ${definition},
      ${actorId}, ${actorId})
    on conflict (org_id, id) do update set
      identifier = excluded.identifier, name = excluded.name, is_active = excluded.is_active,
      definition = excluded.definition, version = event_workflows.version + 1, updated_on = excluded.updated_on,
      updated_by_id = excluded.updated_by_id, stopped_on = null
    returning *`);
  const row = oneRow(rows);
  await tx.query(sql`
    insert into event_workflow_versions (org_id, workflow_id, version, name, definition, secrets, writer, owner)
    values (${orgId}, ${row.id}, ${row.version}, ${workflow.name}, ${definition}, ${workflow.secrets},
      ${JSON.stringify(writer)}, ${workflow.owner === null ? null : JSON.stringify(workflow.owner)})`);
  return { ...row, owner: workflow.owner };
}

interface VersionRow {
  readonly workflow_id: string;
  readonly version: number;
  readonly name: string;
  readonly definition: WorkflowDefinition;
  readonly secrets: Buffer | null;
  readonly writer: Writer;
  readonly owner: StandingCredential | null;
}

export async function findVersion(
  db: Database,
  orgId: string,
  workflowId: string,
  version: number,
): Promise<WorkflowVersion | undefined> {
  const rows = await db.query<VersionRow>(prepared`
    select * from event_workflow_versions
    where org_id = ${orgId} and workflow_id = ${workflowId} and version = ${version}`);
  const [row] = rows;
  return row && { ...row, workflowId: row.workflow_id, owner: ownerOf(row.owner, row.writer) };
}

/** Cancels pending processes; running ones continue to their end. */
export async function deleteWorkflow(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`
    update event_workflow_processes set status = 'canceled', ended_on = now(), updated_on = now(),
      version = version + 1, failure = '{"code": "canceled", "message": "The workflow was deleted."}'
    where org_id = ${orgId} and workflow_id = ${id} and status = 'pending'`);
  await tx.query(sql`delete from event_workflows where org_id = ${orgId} and id = ${id}`);
}

/** The orgs in which a workflow may be started. */
export async function findOrgsWithWorkflows(db: Database): Promise<string[]> {
  const rows = await db.query<{ org_id: string }>(sql`
    /* of all orgs: due work */ select distinct org_id from event_workflows where is_active order by org_id`);
  return rows.map(({ org_id }) => org_id);
}

/** Returns those that were not marked before: of several nodes, only one notifies for each. */
export async function markStopped(
  tx: Transaction,
  orgId: string,
  ids: readonly string[],
  stoppedOn: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(sql`
    update event_workflows set stopped_on = ${stoppedOn}
    where org_id = ${orgId} and id = any(${[...ids]}) and stopped_on is null returning id`);
  return new Set(rows.map(({ id }) => id));
}

export async function clearStopped(tx: Transaction, orgId: string, ids: readonly string[]): Promise<void> {
  await tx.query(sql`
    update event_workflows set stopped_on = null where org_id = ${orgId} and id = any(${[...ids]})`);
}

/** By the setting of each org, or after the days. Returns the number of deleted processes. */
export async function deleteOldProcesses(tx: Transaction, days: number, max: number): Promise<number> {
  const rows = await tx.query(sql`
    /* of all orgs: expired rows */ delete from event_workflow_processes p using (
      select ended.org_id, ended.id
      from event_workflow_processes ended join orgs on orgs.id = ended.org_id
      where ended.ended_on < now() - make_interval(days => (
          select least(${days}, min((data_retention ->> 'runs')::integer)) from orgs))
        and ended.ended_on < now() - make_interval(
          days => coalesce((orgs.data_retention ->> 'runs')::integer, ${days}))
        and ended.org_id not in (${orgsInImport})
      order by ended.ended_on limit ${max}
    ) as old where p.org_id = old.org_id and p.id = old.id returning 1`);
  return rows.length;
}

/** Deletes outdated versions, and those of deleted workflows, once no process uses them. */
export async function deleteUnusedVersions(tx: Transaction): Promise<void> {
  await tx.query(sql`
    /* of all orgs: expired rows */ delete from event_workflow_versions v
    where not exists (
        select 1 from event_workflow_processes p
        where p.workflow_id = v.workflow_id and p.org_id = v.org_id and p.workflow_version = v.version)
      and not exists (
        select 1 from event_workflows w
        where w.org_id = v.org_id and w.id = v.workflow_id and w.version = v.version)
      and v.org_id not in (${orgsInImport})`);
}
