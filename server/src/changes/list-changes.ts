import type { Budget } from "../platform/budgets/budget.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { ReadingDatabase } from "../platform/database/replica-reads.ts";
import { comparePositions, logBeginning, type Position } from "./change-cursor.ts";
import { findLogEnd, findRecordUpTo, startSnapshot } from "./change-history-store.ts";
import type { ChangeOrder, SortField } from "./change-order.ts";
import { decodePageKey, encodePageKey, invalidPageKey, type PageKey } from "./change-page-key.ts";
import { type ChangeRow, positionOf } from "./change-row.ts";
import { findSorted, forceIndexScans, planFreely } from "./change-scan-store.ts";
import { type ChangeSearch, conditionOfSearch, lastPlaceOf, scanOf, searchLog } from "./change-search.ts";

export interface ListRequest {
  readonly order: ChangeOrder;
  readonly limit: number;
  readonly nextPageKey: string | undefined;
  readonly budget: Budget;
}

export interface ListedPage {
  readonly rows: readonly ChangeRow[];
  readonly nextPageKey: string | undefined;
  /** The end of what all pages cover. Changes made while the pages are read are not included. */
  readonly coveredUntil: Position;
}

interface Walk {
  readonly search: ChangeSearch;
  readonly order: ChangeOrder;
  readonly limit: number;
  readonly until: Position;
  readonly key: PageKey | undefined;
  readonly budget: Budget;
}

interface Step {
  readonly rows: readonly ChangeRow[];
  readonly next: Pick<PageKey, "after" | "value"> | undefined;
}

// Keeps a page of a search for rare records fast: the page may be short, and the next one continues.
const scanMax = 50_000;

/** A page of the matching records, in any order. */
export async function listChanges(
  db: ReadingDatabase,
  search: ChangeSearch,
  { order, limit, nextPageKey, budget }: ListRequest,
): Promise<ListedPage> {
  const key = nextPageKey === undefined ? undefined : decodePageKey(nextPageKey, search, order);
  const read = async (tx: Transaction) => {
    await startSnapshot(tx);
    await forceIndexScans(tx);
    const until = await findEnd(tx, search, key);
    const walk = { search, order, limit, until, key, budget };
    const { rows, next } =
      order.field === undefined ? await walkLog(tx, walk) : await walkSorted(tx, walk, order.field);
    return {
      rows,
      nextPageKey: next === undefined ? undefined : encodePageKey({ until, ...next }, search, order),
      coveredUntil: until,
    };
  };
  return budget.read(() => db.transaction(read));
}

/** The end of the log when the first page was read, or the end of the time range if that is earlier. */
async function findEnd(tx: Transaction, search: ChangeSearch, key: PageKey | undefined): Promise<Position> {
  const end = await findLogEnd(tx, search.orgId);
  if (key !== undefined) {
    if (comparePositions(key.until, end) > 0) {
      throw invalidPageKey("nextPageKey is after the end of the log. Start again without it.");
    }
    return key.until;
  }
  const last = lastPlaceOf(search.criteria);
  return last === undefined || comparePositions(last, end) >= 0
    ? end
    : ((await findRecordUpTo(tx, search.orgId, last)) ?? logBeginning);
}

async function walkLog(tx: Transaction, { search, order, limit, until, key, budget }: Walk): Promise<Step> {
  const { direction } = order;
  const range =
    direction === "asc"
      ? { after: key?.after ?? logBeginning, until }
      : { after: logBeginning, until: key === undefined ? until : justBefore(key.after) };
  const found = await searchLog(tx, search, { range, direction, scanMax, limit: limit + 1, budget });
  const rows = found.rows.slice(0, limit);
  const last = rows.at(-1);
  const isFull = (found.rows.length > limit || found.isCut) && last !== undefined;
  const after = isFull ? positionOf(last) : found.stoppedAt;
  return { rows, next: after === undefined ? undefined : { after, value: undefined } };
}

/** The position directly before the record. */
function justBefore({ sequence, stamp }: Position): Position {
  return { sequence: sequence - 1, stamp };
}

async function walkSorted(
  tx: Transaction,
  { search, order, limit, until, key, budget }: Walk,
  field: SortField,
): Promise<Step> {
  const scan = scanOf(search, { after: logBeginning, until }, order.direction);
  const after = key?.value === undefined ? undefined : { value: key.value, position: key.after };
  await planFreely(tx);
  const found = await findSorted(tx, scan, conditionOfSearch(search), { field, after, limit: limit + 1, budget });
  const rows = found.rows.slice(0, limit);
  const last = rows.at(-1);
  const isFull = (found.rows.length > limit || found.isCut) && last !== undefined;
  return { rows, next: isFull ? { after: positionOf(last), value: sortValueOf(last, field) } : undefined };
}

function sortValueOf(row: ChangeRow, field: SortField): string | number {
  const values: Readonly<Record<SortField, string | number>> = {
    entityType: row.entity_type,
    entityReference: `${row.entity_type}:${row.entity_id}`,
    entityId: row.entity_id,
    typePath: row.type_path,
    action: row.action,
    createdById: row.actor_id ?? "",
    changeSetId: row.change_set_id,
    source: row.source,
    sourceId: row.source_id ?? "",
    entityVersion: row.entity_version,
  };
  return values[field];
}
