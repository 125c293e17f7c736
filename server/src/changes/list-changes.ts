import { z } from "zod";
import type { Budget } from "../platform/budgets/budget.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { ReadingDatabase } from "../platform/database/replica-reads.ts";
import { bindingOf, decodePageKey, encodePageKey, invalidPageKey } from "../platform/lists/page-key.ts";
import { type ChangeRow, positionOf } from "./change.ts";
import type { ChangeOrder, SortField } from "./change-criteria.ts";
import { comparePositions, logBeginning, type Position, stampMax } from "./change-cursor.ts";
import { findLogEnd, findRecordUpTo, startSnapshot } from "./change-history-store.ts";
import { findSorted, forceIndexScans, planFreely } from "./change-scan-store.ts";
import { type ChangeSearch, conditionOfSearch, lastPlaceOf, scanOf, searchLog } from "./change-search.ts";

interface ListRequest {
  readonly order: ChangeOrder;
  readonly limit: number;
  readonly nextPageKey: string | undefined;
  readonly budget: Budget;
}

interface ListedPage {
  readonly rows: readonly ChangeRow[];
  readonly nextPageKey: string | undefined;
  /** The end of what all pages cover. Changes made while the pages are read are not included. */
  readonly coveredUntil: Position;
  /** Up to this time, in milliseconds, the pages read so far hold every match. */
  readonly coveredUntilStamp: number;
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
  const key = readKey(nextPageKey, search, order);
  const read = async (tx: Transaction) => {
    await startSnapshot(tx);
    await forceIndexScans(tx);
    const until = await findEnd(tx, search, key);
    const walk = { search, order, limit, until, key, budget };
    const { rows, next } =
      order.field === undefined ? await walkLog(tx, walk) : await walkSorted(tx, walk, order.field);
    return {
      rows,
      nextPageKey: next === undefined ? undefined : writeKey({ until, ...next }, search, order),
      coveredUntil: until,
      coveredUntilStamp: coveredStamp(search, order, next === undefined ? undefined : next.after) ?? until.stamp,
    };
  };
  return budget.read(() => db.transaction(read));
}

/**
 * Where the pages so far end, if more follow: only pages in log order, oldest first, hold everything up to a time.
 * Others hold nothing for certain before the start of the range, until the last of them.
 */
function coveredStamp({ criteria }: ChangeSearch, { field, direction }: ChangeOrder, after: Position | undefined) {
  if (after === undefined) {
    return undefined;
  }
  return field === undefined && direction === "asc" ? after.stamp : (criteria.createdOn?.from ?? logBeginning.stamp);
}

/** The end of the log when the first page was read, or the end of the time range if that is earlier. */
async function findEnd(tx: Transaction, search: ChangeSearch, key: PageKey | undefined): Promise<Position> {
  const end = await findLogEnd(tx, search.orgId);
  if (key !== undefined) {
    if (comparePositions(key.until, end) > 0) {
      throw invalidPageKey();
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

/** Where a page of a search starts, and the end of the searched log, which is the same for all pages. */
interface PageKey {
  readonly until: Position;
  /** The page starts after this position, in page order. */
  readonly after: Position;
  /** The value of that record in the order field. Absent in log order. */
  readonly value: string | number | undefined;
}

const sequence = z.int().min(0);
const stamp = z.int().min(0).max(stampMax);
const keySchema = z.tuple([
  sequence,
  stamp,
  sequence,
  stamp,
  z.union([z.string().regex(/^\P{Cc}*$/u), z.int32()]).optional(),
]);

function writeKey({ until, after, value }: PageKey, search: ChangeSearch, order: ChangeOrder): string {
  const parts = [until.sequence, until.stamp, after.sequence, after.stamp];
  return encodePageKey(bindingOfSearch(search, order), value === undefined ? parts : [...parts, value]);
}

function readKey(key: string | undefined, search: ChangeSearch, order: ChangeOrder): PageKey | undefined {
  const parts = decodePageKey(key, bindingOfSearch(search, order), keySchema);
  if (parts === undefined) {
    return undefined;
  }
  const [untilSequence, untilStamp, afterSequence, afterStamp, value] = parts;
  if (typeof value !== valueTypeOf(order)) {
    throw invalidPageKey();
  }
  return {
    until: { sequence: untilSequence, stamp: untilStamp },
    after: { sequence: afterSequence, stamp: afterStamp },
    value,
  };
}

function bindingOfSearch({ orgId, criteria }: ChangeSearch, order: ChangeOrder): string {
  return bindingOf(JSON.stringify([orgId, criteria, order]));
}

function valueTypeOf({ field }: ChangeOrder): "undefined" | "number" | "string" {
  if (field === undefined) {
    return "undefined";
  }
  return field === "entityVersion" ? "number" : "string";
}
