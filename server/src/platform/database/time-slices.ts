import { type SqlStatement, sql } from "./sql.ts";

/** A part of a span of time. */
export interface Slice {
  readonly begins: Date;
  /** Not included. */
  readonly ends: Date;
}

/** A span of time that is cut into intervals. */
export interface DividedSpan {
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
  /** Where each interval begins. */
  readonly bounds: readonly Date[];
}

/**
 * The slices as a table: slice (begins, ends, interval). What is counted is joined to it laterally, so that each slice
 * is a walk along an index. Sorting by interval instead costs several times as much.
 */
export function sliceTable(slices: readonly Slice[]): SqlStatement {
  const begins = slices.map((slice) => slice.begins);
  const ends = slices.map((slice) => slice.ends);
  return sql`
    unnest(${begins}::timestamptz[], ${ends}::timestamptz[]) with ordinality as slice (begins, ends, interval)`;
}
