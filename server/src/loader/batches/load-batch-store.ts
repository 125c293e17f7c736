import type { Database, Transaction } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/sql.ts";

interface StoredBatch {
  readonly number: number;
  readonly outcome: Buffer;
}

/**
 * Whether cancellation of the load was requested; undefined if another node has written this batch, because it has
 * taken over the load.
 */
export async function insertBatch(
  tx: Transaction,
  orgId: string,
  loadId: string,
  { number, outcome }: StoredBatch,
): Promise<boolean | undefined> {
  const rows = await tx.query<{ is_cancel_asked: boolean }>(prepared`
    insert into load_batches (org_id, load_id, number, outcome)
    values (${orgId}, ${loadId}, ${number}, ${outcome}) on conflict do nothing
    returning (select is_cancel_asked from loads where org_id = ${orgId} and id = ${loadId})`);
  return rows[0]?.is_cancel_asked;
}

/** The numbers of the written batches, in order. Batches are written concurrently, so some may be missing. */
export async function findDoneBatches(db: Database, orgId: string, loadId: string): Promise<ReadonlySet<number>> {
  const rows = await db.query<{ number: number }>(prepared`
    select number from load_batches where org_id = ${orgId} and load_id = ${loadId} order by number`);
  return new Set(rows.map(({ number }) => number));
}

export async function findBatch(
  db: Database,
  orgId: string,
  loadId: string,
  number: number,
): Promise<StoredBatch | undefined> {
  const rows = await db.query<StoredBatch>(prepared`
    select number, outcome from load_batches
    where org_id = ${orgId} and load_id = ${loadId} and number = ${number}`);
  return rows[0];
}
