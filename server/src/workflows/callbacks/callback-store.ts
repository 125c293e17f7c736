import type { Database, Transaction } from "../../platform/database/database.ts";
import { oneRow, prepared } from "../../platform/database/sql.ts";
import type { WorkflowTask } from "../process-state/process-state.ts";
import type { Callback, CallbackStatus, TakenCallback } from "./apply-callback.ts";

export type CallbackVerdict = "applied" | "held" | "repeated" | "refused" | "superseded";

export interface CallbackRow {
  readonly id: string;
  readonly status: CallbackStatus;
  readonly verdict: CallbackVerdict;
  readonly detail: string | null;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly body_hash: string;
  readonly received_on: Date;
}

export interface NewCallback {
  readonly id: string;
  readonly taskId: string;
  readonly idempotencyKey: string;
  readonly status: CallbackStatus;
  readonly verdict: CallbackVerdict;
  readonly detail: string | null;
  readonly actorId: string;
  readonly actorName: string;
  readonly bodyHash: string;
  /** Stored only while it is held. */
  readonly body: Callback | null;
  readonly receivedOn: Date;
}

export async function insertCallbacks(
  tx: Transaction,
  orgId: string,
  callbacks: readonly NewCallback[],
): Promise<void> {
  if (callbacks.length > 0) {
    await tx.query(prepared`
      insert into event_workflow_callbacks (org_id, id, task_id, status, verdict, detail, idempotency_key, actor_id,
        actor_name, body_hash, body, received_on)
      select ${orgId}, id, "taskId", status, verdict, detail, "idempotencyKey", "actorId", "actorName", "bodyHash",
        body, "receivedOn"
      from jsonb_to_recordset(${JSON.stringify(callbacks)}::jsonb) as new (
        id text, "taskId" text, status text, verdict text, detail text, "idempotencyKey" text, "actorId" text,
        "actorName" text, "bodyHash" text, body jsonb, "receivedOn" timestamptz)`);
  }
}

/** The callbacks accepted since each task was last opened, by task, without duplicates and rejected ones. */
export async function findTaken(
  tx: Transaction,
  orgId: string,
  tasks: readonly WorkflowTask[],
): Promise<Map<string, TakenCallback[]>> {
  const taken = new Map<string, TakenCallback[]>(tasks.map(({ id }) => [id, []]));
  const rows =
    tasks.length === 0
      ? []
      : await tx.query<TakenCallback & { readonly taskId: string }>(prepared`
          select t.id as "taskId", c.status, c.verdict, c.received_on as "receivedOn"
          from unnest(${tasks.map(({ id }) => id)}::text[], ${tasks.map(({ idempotencyKey }) => idempotencyKey)}::text[])
            as t (id, key)
          cross join lateral (
            select status, verdict, received_on from event_workflow_callbacks
            where task_id = t.id and org_id = ${orgId} and idempotency_key = t.key
              and verdict in ('applied', 'held') and status <> 'PROGRESS'
            order by id limit 10
          ) c`);
  for (const { taskId, ...callback } of rows) {
    taken.get(taskId)?.push(callback);
  }
  return taken;
}

interface HeldCallback {
  readonly id: string;
  readonly body: Callback;
  readonly received_on: Date;
}

/** Those of the tasks that have held callbacks. */
export async function findTasksWithHeld(tx: Transaction, orgId: string, taskIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ task_id: string }>(prepared`
    select distinct task_id from event_workflow_callbacks
    where org_id = ${orgId} and task_id = any(${[...taskIds]}) and verdict = 'held' order by task_id`);
  return rows.map(({ task_id }) => task_id);
}

/** Held callbacks of the task in the order received, one batch at a time. A callback that ends the task is the last. */
export async function findHeld(tx: Transaction, orgId: string, task: WorkflowTask): Promise<HeldCallback[]> {
  return tx.query<HeldCallback>(prepared`
    select id, body, received_on from event_workflow_callbacks
    where task_id = ${task.id} and org_id = ${orgId} and idempotency_key = ${task.idempotencyKey}
      and verdict = 'held'
    order by status <> 'PROGRESS', received_on, id limit 1000`);
}

/** The size of the log lines in held callbacks of the task. */
export async function countHeldBytes(tx: Transaction, orgId: string, task: WorkflowTask): Promise<number> {
  const rows = await tx.query<{ bytes: number }>(prepared`
    select coalesce(sum(octet_length(body ->> 'logs')), 0)::bigint as bytes from event_workflow_callbacks
    where task_id = ${task.id} and org_id = ${orgId} and idempotency_key = ${task.idempotencyKey}
      and verdict = 'held'`);
  return oneRow(rows).bytes;
}

export async function markApplied(tx: Transaction, orgId: string, ids: readonly string[]): Promise<void> {
  await tx.query(prepared`
    update event_workflow_callbacks set verdict = 'applied', body = null
    where org_id = ${orgId} and id = any(${[...ids]})`);
}

const callbacksMax = 1_000;

/** Oldest first. Beyond the limit, only the newest. */
export async function listCallbacks(db: Database, orgId: string, taskId: string): Promise<CallbackRow[]> {
  return db.query<CallbackRow>(prepared`
    select * from (
      select id, status, verdict, detail, actor_id, actor_name, body_hash, received_on from event_workflow_callbacks
      where task_id = ${taskId} and org_id = ${orgId} order by id desc limit ${callbacksMax}
    ) as newest order by id`);
}
