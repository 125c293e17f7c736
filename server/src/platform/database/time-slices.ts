import { type SqlStatement, sql } from "./sql.ts";

/** A part of a time range. */
export interface Slice {
  readonly begins: Date;
  /** Exclusive. */
  readonly ends: Date;
}

/** A time range divided into intervals. */
export interface DividedSpan {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** Where each interval begins. */
  readonly bounds: readonly Date[];
}

/**
 * The slices as a table: slice (begins, ends, interval). Counts are joined to it laterally, so that each slice is an
 * index scan. Sorting by interval instead costs several times as much.
 */
export function sliceTable(slices: readonly Slice[]): SqlStatement {
  const begins = slices.map((slice) => slice.begins);
  const ends = slices.map((slice) => slice.ends);
  return sql`
    unnest(${begins}::timestamptz[], ${ends}::timestamptz[]) with ordinality as slice (begins, ends, interval)`;
}
