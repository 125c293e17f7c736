import type { Transaction } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/sql.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import type { Failure } from "../process-state/process-state.ts";
import type { EventTargets } from "../process-state/readable-event.ts";

/** A process to insert, pending or already failed. */
export interface ProcessDraft {
  readonly id: string;
  readonly workflowId: string;
  readonly workflowVersion: number;
  readonly triggerKey: string;
  readonly triggerEvent: JsonObject;
  readonly eventTargets: EventTargets;
  readonly entityType?: string;
  readonly entityId?: string;
  readonly entityVersion?: number;
  readonly startKey?: string;
  readonly causes: readonly string[];
  readonly createdById: string;
  readonly failure?: Failure;
}

/** Returns the ids of new processes only: a start key that was used before inserts none. */
export async function insertProcesses(
  tx: Transaction,
  orgId: string,
  drafts: readonly ProcessDraft[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(prepared`
    insert into event_workflow_processes (org_id, id, workflow_id, workflow_version, trigger_key, trigger_event,
      event_targets, entity_type, entity_id, entity_version, start_key, causes, created_by_id, failure, status, ended_on)
    select ${orgId}, id, "workflowId", "workflowVersion", "triggerKey", "triggerEvent", "eventTargets", "entityType", "entityId",
      "entityVersion", "startKey", array(select jsonb_array_elements_text(causes)), "createdById", failure,
      case when failure is null then 'pending' else 'failed' end, case when failure is not null then now() end
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as new (
      id text, "workflowId" text, "workflowVersion" integer, "triggerKey" text, "triggerEvent" jsonb, "eventTargets" jsonb,
      "entityType" text, "entityId" text, "entityVersion" integer, "startKey" text, causes jsonb, "createdById" text,
      failure jsonb)
    on conflict (start_key, workflow_id, org_id) where start_key is not null do nothing
    returning id`);
  return rows.map(({ id }) => id);
}

/** The processes of an earlier start with the same key. */
export async function findStarted(tx: Transaction, orgId: string, startKey: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(prepared`
    select id from event_workflow_processes where start_key = ${startKey} and org_id = ${orgId} order by id`);
  return rows.map(({ id }) => id);
}
