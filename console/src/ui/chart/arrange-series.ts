import { formatNumber } from "../format.ts";
import { type Bucket, guessBucket, nameBucket } from "./time-labels.ts";

interface ChartPoint {
  readonly time: string;
  /** null for values that were not measured. */
  readonly value: number | null;
}

export interface ChartSeries {
  readonly name: string;
  /** A color of the theme, such as "weft", "red" or "teal". */
  readonly color: string;
  readonly points: readonly ChartPoint[];
}

/** The same times for every series, so that one pointer position reads all of them. */
export interface ArrangedChart {
  readonly times: readonly number[];
  readonly bucket: Bucket;
  readonly rows: readonly ArrangedRow[];
}

export interface ArrangedRow {
  readonly name: string;
  readonly color: string;
  /** A value for each time; null where the series has none. */
  readonly values: readonly (number | null)[];
}

export function arrangeSeries(series: readonly ChartSeries[], bucket: Bucket | undefined): ArrangedChart {
  const moments = new Set(series.flatMap(({ points }) => points.map(({ time }) => Date.parse(time))));
  const times = [...moments].sort((a, b) => a - b);
  const rows = series.map(({ name, color, points }, index) => {
    const before = series.slice(0, index).filter((other) => other.name === name).length;
    const valueAt = new Map(points.map(({ time, value }) => [Date.parse(time), value]));
    return {
      name: before === 0 ? name : `${name} (${before + 1})`,
      color,
      values: times.map((time) => valueAt.get(time) ?? null),
    };
  });
  return { times, bucket: bucket ?? guessBucket(times), rows };
}

/** At least this many times stay, so that a single bar has something to be compared with. */
const timesMin = 7;

/** Without the empty time before the first data: a new organization has no history to show. */
export function startAtData(chart: ArrangedChart): ArrangedChart {
  const { times, rows } = chart;
  const first = times.findIndex((_, index) => rows.some(({ values }) => (values[index] ?? 0) !== 0));
  const start = Math.min(first, times.length - timesMin);
  if (start <= 0) return chart;
  return {
    ...chart,
    times: times.slice(start),
    rows: rows.map((row) => ({ ...row, values: row.values.slice(start) })),
  };
}

/** Bars of zero are not visible, and neither are lines without a point. */
export function isNothing({ rows }: ArrangedChart, kind: "bars" | "lines"): boolean {
  return rows.every(({ values }) => values.every((value) => value === null || (kind === "bars" && value === 0)));
}

/** At each time bars are stacked and lines are not. */
export function highestOf(rows: readonly ArrangedRow[], kind: "bars" | "lines"): number {
  const count = rows[0]?.values.length ?? 0;
  const tops = Array.from({ length: count }, (_, index) => {
    const values = rows.map(({ values: all }) => all[index] ?? 0);
    return kind === "bars" ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
  });
  return Math.max(0, ...tops);
}

export function formatAmount(value: number, unit: string | undefined): string {
  const text = formatNumber(value, 2);
  return unit === undefined ? text : `${text} ${unit}`;
}

/** The chart as a sentence, for screen readers. */
export function summarize(chart: ArrangedChart, { label, kind, unit }: ChartLabels): string {
  const first = chart.times[0];
  const last = chart.times.at(-1);
  if (first === undefined || last === undefined || isNothing(chart, kind)) return `${label}. No data in this range.`;
  const range = `${nameBucket(first, chart.bucket)} to ${nameBucket(last, chart.bucket)}`;
  const amounts = chart.rows.map(({ name, values }) => {
    const present = values.filter((value) => value !== null);
    const amount = kind === "bars" ? present.reduce((sum, value) => sum + value, 0) : present.at(-1);
    return `${name} ${amount === undefined ? "none" : formatAmount(amount, unit)}`;
  });
  return `${label}. ${range}. ${kind === "bars" ? "Total" : "Last"}: ${amounts.join(", ")}.`;
}

interface ChartLabels {
  readonly label: string;
  readonly kind: "bars" | "lines";
  readonly unit: string | undefined;
}
