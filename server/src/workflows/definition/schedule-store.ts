import type { Transaction } from "../../platform/database/database.ts";
import { prepared, sql } from "../../platform/database/sql.ts";

/**
 * Schedules keep the org's time zone from when their next time was computed. A schedule that is due but not started yet
 * stays due.
 */
export async function saveSchedules(
  tx: Transaction,
  orgId: string,
  workflowId: string,
  schedules: readonly { readonly triggerKey: string; readonly nextOn: Date }[],
): Promise<void> {
  await tx.query(sql`
    delete from event_workflow_schedules where org_id = ${orgId} and workflow_id = ${workflowId}
      and (trigger_key <> all(${schedules.map(({ triggerKey }) => triggerKey)}) or next_on > now())`);
  await tx.query(sql`
    insert into event_workflow_schedules (org_id, workflow_id, trigger_key, next_on)
    select ${orgId}, ${workflowId}, "triggerKey", "nextOn"
    from jsonb_to_recordset(${JSON.stringify(schedules)}::jsonb) as new ("triggerKey" text, "nextOn" timestamptz)
    on conflict do nothing`);
}

interface DueSchedule {
  readonly workflow_id: string;
  readonly trigger_key: string;
  readonly next_on: Date;
}

const schedulesMax = 100;

/** Locks the due schedules until the transaction ends; none of a suspended org. */
export async function lockDueSchedules(tx: Transaction, orgId: string): Promise<DueSchedule[]> {
  return tx.query<DueSchedule>(prepared`
    select workflow_id, trigger_key, next_on from event_workflow_schedules
    where org_id = ${orgId} and next_on <= now()
      and exists (select 1 from orgs o where o.id = ${orgId} and o.suspended_on is null)
    order by next_on limit ${schedulesMax} for update skip locked`);
}

export async function moveSchedule(
  tx: Transaction,
  orgId: string,
  { workflow_id, trigger_key }: DueSchedule,
  nextOn: Date,
): Promise<void> {
  await tx.query(prepared`
    update event_workflow_schedules set next_on = ${nextOn}
    where org_id = ${orgId} and workflow_id = ${workflow_id} and trigger_key = ${trigger_key}`);
}
