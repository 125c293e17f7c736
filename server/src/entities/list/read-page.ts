import type { Database } from "../../platform/database/database.ts";
import { findRows, type ListedRow, type RowQuery, type Stretch, walkFirstRows, walkRows } from "./entity-list-store.ts";
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
  /** True where so many rows meet the condition that walking through them is the quickest way. */
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

// Of a condition that one row in forty meets, the first rows fill a page; rarer ones are quickly found by an index.
const rowsLookedAtPerRow = 40;
const rowsLookedAtMax = 20_000;

async function readStretch(db: Database, query: PageQuery, stretch: Stretch): Promise<RowPage> {
  const { filter, selectivity, limit } = query;
  const walk = { ...query, stretch, where: filter.walk };
  if (selectivity === 0) {
    return { rows: await walkRows(db, walk), isDense: true };
  }
  if (selectivity === 1 && (stretch === "by-id" || stretch === "with-value")) {
    const rows = await walkFirstRows(db, walk, Math.min(limit * rowsLookedAtPerRow, rowsLookedAtMax));
    if (rows.length === limit) {
      return { rows, isDense: true };
    }
  }
  return { rows: await findRows(db, { ...query, stretch, where: filter.find }), isDense: false };
}
