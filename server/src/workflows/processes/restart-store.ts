import type { KindDocument } from "../../kinds/entity-kind.ts";
import type { Budget } from "../../platform/budgets/budget.ts";
import type { BoundedRows } from "../../platform/database/bounded-query.ts";
import type { BoundedDatabase, Transaction } from "../../platform/database/database.ts";
import { oneRow, sql } from "../../platform/database/sql.ts";

export interface RestartRow {
  readonly id: string;
  readonly from_task_id: string;
  readonly actor_id: string;
  readonly actor_name: string;
  /** The tasks that had started, as they were before. */
  readonly tasks: readonly KindDocument[];
  readonly created_on: Date;
}

export async function insertRestart(
  tx: Transaction,
  orgId: string,
  processId: string,
  restart: RestartRow,
): Promise<void> {
  await tx.query(sql`
    insert into event_workflow_restarts (org_id, id, process_id, from_task_id, actor_id, actor_name, tasks, created_on)
    values (${orgId}, ${restart.id}, ${processId}, ${restart.from_task_id}, ${restart.actor_id}, ${restart.actor_name},
      ${JSON.stringify(restart.tasks)}::jsonb, ${restart.created_on})`);
}

export async function countRestarts(tx: Transaction, orgId: string, processId: string): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    select count(*) as count from event_workflow_restarts where process_id = ${processId} and org_id = ${orgId}`);
  return oneRow(rows).count;
}

interface RestartPage {
  /** Only older ones. */
  readonly beforeId: string | undefined;
  readonly limit: number;
  readonly budget: Budget;
}

/** Newest first, as many as fit the budget. */
export async function findRestarts(
  db: BoundedDatabase,
  orgId: string,
  processId: string,
  { beforeId, limit, budget }: RestartPage,
): Promise<BoundedRows<RestartRow>> {
  const before = beforeId ?? null;
  const statement = sql`
    select id, from_task_id, actor_id, actor_name, tasks, created_on from event_workflow_restarts
    where process_id = ${processId} and org_id = ${orgId} and (${before}::text is null or id < ${before})
    order by id desc limit ${limit}`;
  return db.queryWithin<RestartRow>(statement, budget);
}
