import type { Statistics, StatisticsInterval } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { requireRight } from "../access/decide.ts";
import type { DividedSpan, Slice } from "../platform/database/time-slices.ts";

export type Chart = Statistics;
export type Series = Statistics["series"][number];

/** What a chart covers: a time range, divided into intervals. */
export interface ChartRange extends DividedSpan {
  readonly by: StatisticsInterval;
  readonly timeZone: string;
}

/** The parts of the intervals that are within the range. */
export function slicesOf({ from, to, bounds }: ChartRange): Slice[] {
  return bounds.map((bound, index) => ({ begins: bound < from ? from : bound, ends: bounds[index + 1] ?? to }));
}

/** The values by interval; the first interval has number 1, as in SQL. */
export type Values = ReadonlyMap<number, number>;

export function chartOf(
  { from, to, by, timeZone }: ChartRange,
  series: Series[],
  totals: Readonly<Record<string, number>>,
): Chart {
  return { from: from.toISOString(), to: to.toISOString(), by, timeZone, series, totals };
}

/** A series of counts: intervals without events are 0. */
export function countSeries(range: ChartRange, head: Omit<Series, "points">, counts: Values): Series {
  return { ...head, points: pointsOf(range, counts, 0) };
}

/** A series of measurements: intervals without events have no value. */
export function measureSeries(range: ChartRange, head: Omit<Series, "points">, measures: Values): Series {
  return { ...head, points: pointsOf(range, measures, null) };
}

export function sumOf(counts: Values): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function pointsOf({ bounds }: ChartRange, values: Values, nothing: 0 | null): Series["points"] {
  return bounds.map((at, index) => ({ at: at.toISOString(), value: values.get(index + 1) ?? nothing }));
}

/**
 * Returns whether the caller may read all of the fields of a type's entities. A caller that may read none finds
 * nothing.
 */
export function readableFields(caller: Caller, typePath: string): (fields: readonly string[]) => boolean {
  const decision = requireRight(caller, "read", { typePath }, "statistics");
  const readable = decision.isAllowed ? decision.fields : new Set<string>();
  return (fields) => readable === "all" || fields.every((field) => readable.has(field));
}
