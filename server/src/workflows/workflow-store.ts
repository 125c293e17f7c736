import type { Writer } from "../entities/write/write-request.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow } from "../platform/database/one-row.ts";
import { prepared, sql } from "../platform/database/sql.ts";
import type { WorkflowDefinition, WorkflowVersion } from "./workflow.ts";

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
}

// An org has few; lists are searched in memory.
const workflowsMax = 20_000;

export async function listWorkflows(db: Database, orgId: string): Promise<WorkflowRow[]> {
  return db.query<WorkflowRow>(sql`
    select * from event_workflows where org_id = ${orgId} order by id limit ${workflowsMax}`);
}

export async function listActiveWorkflows(db: Database, orgId: string): Promise<WorkflowRow[]> {
  return db.query<WorkflowRow>(sql`
    select * from event_workflows where org_id = ${orgId} and is_active order by id limit ${workflowsMax}`);
}

export async function findWorkflow(db: Database, orgId: string, id: string): Promise<WorkflowRow | undefined> {
  const rows = await db.query<WorkflowRow>(sql`
    select * from event_workflows where org_id = ${orgId} and id = ${id}`);
  return rows[0];
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
}

/** Saves it as its next version, which processes from now on begin with. */
export async function saveWorkflow(
  tx: Transaction,
  orgId: string,
  workflow: SavedWorkflow,
  writer: Writer,
): Promise<WorkflowRow> {
  const definition = JSON.stringify(workflow.definition);
  const { actorId } = writer.author;
  const rows = await tx.query<WorkflowRow>(sql`
    insert into event_workflows (org_id, id, identifier, name, is_active, definition, created_by_id, updated_by_id)
    values (${orgId}, ${workflow.id}, ${workflow.identifier}, ${workflow.name}, ${workflow.isActive}, ${definition},
      ${actorId}, ${actorId})
    on conflict (org_id, id) do update set
      identifier = excluded.identifier, name = excluded.name, is_active = excluded.is_active,
      definition = excluded.definition, version = event_workflows.version + 1, updated_on = now(),
      updated_by_id = excluded.updated_by_id
    returning *`);
  const row = oneRow(rows);
  await tx.query(sql`
    insert into event_workflow_versions (org_id, workflow_id, version, name, definition, secrets, writer)
    values (${orgId}, ${row.id}, ${row.version}, ${workflow.name}, ${definition}, ${workflow.secrets},
      ${JSON.stringify(writer)})`);
  return row;
}

interface VersionRow {
  readonly workflow_id: string;
  readonly version: number;
  readonly name: string;
  readonly definition: WorkflowDefinition;
  readonly secrets: Buffer | null;
  readonly writer: Writer;
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
  return rows[0] && { ...rows[0], workflowId: rows[0].workflow_id };
}

/** Processes that have not begun do so no more; those that have go on to their end. */
export async function deleteWorkflow(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`
    update event_workflow_processes set status = 'canceled', ended_on = now(), updated_on = now(),
      version = version + 1, failure = '{"code": "canceled", "message": "The workflow was deleted."}'
    where org_id = ${orgId} and workflow_id = ${id} and status = 'pending'`);
  await tx.query(sql`delete from event_workflows where org_id = ${orgId} and id = ${id}`);
}
