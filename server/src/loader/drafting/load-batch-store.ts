import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { MemberCounts } from "../../assortments/compare-stage.ts";
import type { Outcome } from "../../entities/model/write-request.ts";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/sql.ts";
import type { LoadIssue } from "../load-issue.ts";

export type EntityOutcome = readonly [entityType: string, id: string, outcome: Outcome];

/** The outcome of a batch, stored with it. Compact, because a million rows have a thousand of these. */
export interface BatchOutcome {
  readonly rows: readonly RowOutcome[];
  /** Each entity once, whichever rows it comes from. */
  readonly entities: readonly EntityOutcome[];
  /** The outcome of an assortment's members, for a batch of members. */
  readonly members?: MemberCounts;
  /** Issues of rows that passed the check but failed on write, for loads that skip such rows. */
  readonly failures?: readonly LoadIssue[];
}

interface RowOutcome {
  readonly rowNumber: number;
  /** Positions in the list of entities. The row's main entity is last. */
  readonly entities: readonly number[];
}

export function packOutcome(outcome: BatchOutcome): Buffer {
  return deflateRawSync(JSON.stringify(outcome), { level: 1 });
}

export function unpackOutcome(packed: Buffer): BatchOutcome {
  return JSON.parse(inflateRawSync(packed).toString());
}

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
  const [loads = [], inserted = []] = await tx.queryAll<{ is_cancel_asked?: boolean }>([
    prepared`select is_cancel_asked from loads where org_id = ${orgId} and id = ${loadId}`,
    prepared`
      insert into load_batches (org_id, load_id, number, outcome)
      values (${orgId}, ${loadId}, ${number}, ${outcome}) on conflict do nothing returning number`,
  ]);
  return inserted.length === 0 ? undefined : loads[0]?.is_cancel_asked;
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
