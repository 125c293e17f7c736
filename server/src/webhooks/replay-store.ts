import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow } from "../platform/database/one-row.ts";
import { prepared, sql } from "../platform/database/sql.ts";

export interface ReplayRange {
  readonly webhookId: string;
  readonly since: Date;
  readonly until: Date | undefined;
  readonly statuses: readonly ("delivered" | "parked")[];
}

/** Deliveries that can be replayed, ordered by id, after the given one. */
export async function findReplayable(
  db: Database,
  orgId: string,
  range: ReplayRange,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from webhook_deliveries
    where webhook_id = ${range.webhookId} and org_id = ${orgId} and id > ${after} and not is_test
      and status = any(${[...range.statuses]}::text[]) and created_on >= ${range.since}
      and (created_on < ${range.until ?? null}::timestamptz or ${range.until ?? null}::timestamptz is null)
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function countReplayable(db: Database, orgId: string, range: ReplayRange): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*) as count from webhook_deliveries
    where webhook_id = ${range.webhookId} and org_id = ${orgId} and not is_test
      and status = any(${[...range.statuses]}::text[]) and created_on >= ${range.since}
      and (created_on < ${range.until ?? null}::timestamptz or ${range.until ?? null}::timestamptz is null)`);
  return oneRow(rows).count;
}

/** Makes ended deliveries pending again with all their attempts, and returns their lines. */
export async function renewDeliveries(tx: Transaction, orgId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ line: string }>(prepared`
    update webhook_deliveries set status = 'pending', tries = 0, ended_on = null, updated_on = now()
    where org_id = ${orgId} and id = any(${[...ids]}::text[]) and status in ('delivered', 'parked') and not is_test
    returning line`);
  return rows.map(({ line }) => line);
}
