import type { Transaction } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";

export interface DueSchedule {
  readonly workflow_id: string;
  readonly trigger_key: string;
  readonly next_on: Date;
}

const schedulesMax = 100;

/** The schedules whose time has come; nobody else gets them until the transaction ends. */
export async function lockDueSchedules(tx: Transaction, orgId: string): Promise<DueSchedule[]> {
  return tx.query<DueSchedule>(prepared`
    select workflow_id, trigger_key, next_on from event_workflow_schedules
    where org_id = ${orgId} and next_on <= now() order by next_on limit ${schedulesMax} for update skip locked`);
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
