import type { Statistics, StatisticsInterval } from "@weft/contract";
import type { DividedSpan, Slice } from "../platform/database/time-slices.ts";

export type Chart = Statistics;
export type Series = Statistics["series"][number];

/** What a chart is about: a range of time, cut into intervals. */
export interface ChartRange extends DividedSpan {
  readonly by: StatisticsInterval;
  readonly timeZone: string;
}

/** The parts of the intervals that lie within the range. */
export function slicesOf({ from, to, bounds }: ChartRange): Slice[] {
  return bounds.map((bound, index) => ({ begins: bound < from ? from : bound, ends: bounds[index + 1] ?? to }));
}

/** The values of some intervals: the first one has the number 1, as SQL counts. */
export type Values = ReadonlyMap<number, number>;

export function chartOf(
  { from, to, by, timeZone }: ChartRange,
  series: Series[],
  totals: Readonly<Record<string, number>>,
): Chart {
  return { from: from.toISOString(), to: to.toISOString(), by, timeZone, series, totals };
}

/** A series of things that are counted: where nothing happened there are none. */
export function countSeries(range: ChartRange, head: Omit<Series, "points">, counts: Values): Series {
  return { ...head, points: pointsOf(range, counts, 0) };
}

/** A series of something that is measured: where nothing happened there is nothing to measure. */
export function measureSeries(range: ChartRange, head: Omit<Series, "points">, measures: Values): Series {
  return { ...head, points: pointsOf(range, measures, null) };
}

export function sumOf(counts: Values): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function pointsOf({ bounds }: ChartRange, values: Values, nothing: 0 | null): Series["points"] {
  return bounds.map((at, index) => ({ at: at.toISOString(), value: values.get(index + 1) ?? nothing }));
}
