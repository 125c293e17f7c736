import type { Database } from "../../platform/database/database.ts";
import {
  findFewRows,
  findRows,
  type ListedRow,
  type RowQuery,
  type Stretch,
  walkFirstRows,
  walkRows,
} from "./entity-list-store.ts";
import { isById, isByIndex } from "./list-order.ts";
import type { Selectivity } from "./selectivity.ts";
import type { FilterSql } from "./where-sql-store.ts";

/** A list from a position on, and how far indexes narrow its condition down. */
export interface PageQuery extends Omit<RowQuery, "stretch" | "where"> {
  readonly filter: FilterSql;
  readonly selectivity: Selectivity;
}

export interface RowPage {
  readonly rows: readonly ListedRow[];
  /** True where so many rows meet the condition that walking is the quickest way through all of them as well. */
  readonly isDense: boolean;
}

/** Up to limit rows behind the position; those without the value of the order come last. */
export async function readPage(db: Database, query: PageQuery): Promise<RowPage> {
  if (isById(query.order)) {
    return readStretch(db, query, "by-id");
  }
  return isByIndex(query.order) ? readByIndex(db, query) : readStretch(db, query, "by-value");
}

async function readByIndex(db: Database, query: PageQuery): Promise<RowPage> {
  const { after, limit } = query;
  if (after !== undefined && after.value === undefined) {
    return readStretch(db, query, "without-value");
  }
  const valued = await readStretch(db, query, "with-value");
  const missing = limit - valued.rows.length;
  if (missing === 0) {
    return valued;
  }
  const bare = await readStretch(db, { ...query, after: undefined, limit: missing }, "without-value");
  return { rows: [...valued.rows, ...bare.rows], isDense: bare.isDense };
}

async function readStretch(db: Database, query: PageQuery, stretch: Stretch): Promise<RowPage> {
  const { filter, selectivity } = query;
  const walk = { ...query, stretch, where: filter.walk };
  if (selectivity === 0) {
    return { rows: await walkRows(db, walk), isDense: true };
  }
  const find = { ...query, stretch, where: filter.find };
  return selectivity === 1 && (stretch === "by-id" || stretch === "with-value")
    ? readInOrder(db, walk, find)
    : { rows: await findRows(db, find), isDense: false };
}

// One row in ten meets a condition that fills a page with the first rows.
const rowsPerRow = 10;
const rowsWalkedMax = 20_000;
const fewRows = 1_000;

/**
 * How many rows meet the condition nobody knows. Where many do, a page is full after a short walk; few are found by an
 * index. In between, an index finds far more than a page, and a longer walk fills it sooner.
 */
async function readInOrder(db: Database, walk: RowQuery, find: RowQuery): Promise<RowPage> {
  const { limit } = walk;
  const first = await walkFirstRows(db, walk, Math.min(limit * rowsPerRow, rowsWalkedMax));
  if (first.length === limit) {
    return { rows: first, isDense: true };
  }
  const few = await findFewRows(db, find, fewRows);
  if (few !== undefined) {
    return { rows: few, isDense: false };
  }
  const more = await walkFirstRows(db, walk, rowsWalkedMax);
  return { rows: more.length === limit ? more : await findRows(db, find), isDense: false };
}
