import { isById, isByIndex } from "../../lists/list-order.ts";
import type { BoundedRows } from "../../platform/database/bounded-query.ts";
import type { BoundedDatabase } from "../../platform/database/database.ts";
import {
  findFewRows,
  findRows,
  type ListedRow,
  type RowQuery,
  type Stretch,
  walkFirstRows,
  walkRows,
} from "./entity-list-store.ts";
import type { Selectivity } from "./selectivity.ts";
import type { FilterSql } from "./where-sql-store.ts";

/** A list starting at a position, and how far indexes narrow its condition. */
export interface PageQuery extends Omit<RowQuery, "stretch" | "where"> {
  readonly filter: FilterSql;
  readonly selectivity: Selectivity;
}

export interface RowPage extends BoundedRows<ListedRow> {
  /** True if so many rows meet the condition that a scan is also the fastest way to count all of them. */
  readonly isDense: boolean;
}

/** Up to limit rows after the position. Rows without a value of an order field come last. */
export async function readPage(db: BoundedDatabase, query: PageQuery): Promise<RowPage> {
  if (isById(query.order)) {
    return readStretch(db, query, "by-id");
  }
  return isByIndex(query.order) ? readByIndex(db, query) : readStretch(db, query, "by-value");
}

async function readByIndex(db: BoundedDatabase, query: PageQuery): Promise<RowPage> {
  const { after, limit } = query;
  if (after !== undefined && after.values[0] === undefined) {
    return readStretch(db, query, "without-value");
  }
  const valued = await readStretch(db, query, "with-value");
  const missing = limit - valued.rows.length;
  if (missing === 0 || valued.isCut) {
    return valued;
  }
  const bare = await readStretch(db, { ...query, after: undefined, limit: missing }, "without-value");
  return { ...bare, rows: [...valued.rows, ...bare.rows] };
}

async function readStretch(db: BoundedDatabase, query: PageQuery, stretch: Stretch): Promise<RowPage> {
  const { filter, selectivity } = query;
  const walk = { ...query, stretch, where: filter.walk };
  if (selectivity === 0) {
    return { ...(await walkRows(db, walk)), isDense: true };
  }
  const find = { ...query, stretch, where: filter.find };
  return selectivity === 1 && (stretch === "by-id" || stretch === "with-value")
    ? readInOrder(db, walk, find)
    : { ...(await findRows(db, find)), isDense: false };
}

// The first scan fills a page if at least one row in ten meets the condition.
const rowsPerRow = 10;
const firstRowsMin = 2_000;
const rowsWalkedMax = 20_000;
const fewRows = 5_000;
// An estimate from fewer rows would be too far off.
const estimateRowsMin = 5;
const estimateFactor = 1.5;

/**
 * The number of matching rows is unknown. If many match, a short scan fills a page, and otherwise shows how long a scan
 * would. If few match, an index finds them sooner. An index that finds far more than a page is the last resort.
 */
async function readInOrder(db: BoundedDatabase, walk: RowQuery, find: RowQuery): Promise<RowPage> {
  const { limit, budget } = walk;
  const isFull = ({ rows, isCut }: BoundedRows<ListedRow>) => rows.length === limit || isCut;
  // Rows of an unused attempt are released before the next one.
  const { spent } = budget;
  const firstRows = Math.min(Math.max(limit * rowsPerRow, firstRowsMin), rowsWalkedMax);
  const first = await walkFirstRows(db, walk, firstRows);
  if (isFull(first)) {
    return { ...first, isDense: true };
  }
  budget.rewind(spent);
  const rowsNeeded = Math.ceil(((firstRows * limit) / first.rows.length) * estimateFactor);
  if (first.rows.length >= estimateRowsMin && rowsNeeded <= rowsWalkedMax) {
    const enough = await walkFirstRows(db, walk, rowsNeeded);
    if (isFull(enough)) {
      return { ...enough, isDense: false };
    }
    budget.rewind(spent);
  }
  const few = await findFewRows(db, find, fewRows);
  if (few !== undefined) {
    return { ...few, isDense: false };
  }
  budget.rewind(spent);
  const more = await walkFirstRows(db, walk, rowsWalkedMax);
  if (isFull(more)) {
    return { ...more, isDense: false };
  }
  budget.rewind(spent);
  return { ...(await findRows(db, find)), isDense: false };
}
