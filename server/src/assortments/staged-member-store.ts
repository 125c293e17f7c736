import type { SentFields } from "../entities/model/write-request.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";

/** A row of a load that concerns a member of an assortment. */
export interface StagedMember {
  readonly assortmentId: string;
  readonly itemId: string;
  /** The row number in the spreadsheet. Of two rows with the same item, the later one applies. */
  readonly rowNumber: number;
  /** True for an item that the load removes. A full update ignores the fields of such a row. */
  readonly isDropped: boolean;
  /** The properties of the member, except assortmentId and itemId. */
  readonly fields: SentFields;
}

/** The members that a load has staged for one assortment. */
export interface Stage {
  readonly stageId: string;
  readonly assortmentId: string;
}

export interface StagedRow {
  readonly item_id: string;
  readonly row_number: number;
  readonly is_dropped: boolean;
  readonly fields: SentFields;
}

const rowsAtOnce = 2_000;

/** Stores the member rows of a load until its assortments are written. Staging the same rows again changes nothing. */
export async function stageMembers(
  tx: Transaction,
  orgId: string,
  stageId: string,
  members: readonly StagedMember[],
): Promise<void> {
  for (let start = 0; start < members.length; start += rowsAtOnce) {
    await saveStaged(tx, orgId, stageId, members.slice(start, start + rowsAtOnce));
  }
}

/** An earlier row does not replace a later one, so that a batch may be staged again after a crash. */
async function saveStaged(
  tx: Transaction,
  orgId: string,
  stageId: string,
  members: readonly StagedMember[],
): Promise<void> {
  await tx.query(sql`
    insert into staged_members (org_id, stage_id, assortment_id, item_id, row_number, is_dropped, fields)
    select distinct on (input."assortmentId", input."itemId") ${orgId}, ${stageId}, input."assortmentId",
      input."itemId", input."rowNumber", input."isDropped", input.fields
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as input (
      "assortmentId" text, "itemId" text, "rowNumber" bigint, "isDropped" boolean, fields jsonb)
    order by input."assortmentId", input."itemId", input."rowNumber" desc
    on conflict (org_id, stage_id, assortment_id, item_id) do update
    set row_number = excluded.row_number, is_dropped = excluded.is_dropped, fields = excluded.fields
    where staged_members.row_number <= excluded.row_number`);
}

export async function listStaged(
  db: Database,
  orgId: string,
  { stageId, assortmentId }: Stage,
  { afterItemId, limit }: { readonly afterItemId: string; readonly limit: number },
): Promise<StagedRow[]> {
  return db.query<StagedRow>(sql`
    select item_id, row_number, is_dropped, fields from staged_members
    where org_id = ${orgId} and stage_id = ${stageId} and assortment_id = ${assortmentId} and item_id > ${afterItemId}
    order by item_id limit ${limit}`);
}

/** Those of the items that the stage holds and does not drop. */
export async function findKept(
  db: Database,
  orgId: string,
  { stageId, assortmentId }: Stage,
  itemIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ item_id: string }>(sql`
    select item_id from staged_members
    where org_id = ${orgId} and stage_id = ${stageId} and assortment_id = ${assortmentId} and not is_dropped
      and item_id = any(${[...itemIds]}::text[])
    order by item_id limit ${itemIds.length}`);
  return new Set(rows.map(({ item_id }) => item_id));
}

/** Called when a load has ended and no longer needs its stage. */
export async function deleteStage(tx: Transaction, orgId: string, stageId: string): Promise<void> {
  await tx.query(sql`delete from staged_members where org_id = ${orgId} and stage_id = ${stageId}`);
}
