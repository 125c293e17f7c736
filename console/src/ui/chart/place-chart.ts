import { formatCompactNumber, formatNumber } from "../format.ts";
import { type ArrangedChart, highestOf } from "./arrange-series.ts";
import { type AxisLabel, fitLabels } from "./time-labels.ts";

/** The position of every part of a chart, in pixels. */
export interface PlacedChart {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  /** The width of one bar. */
  readonly band: number;
  readonly positions: readonly number[];
  readonly ticks: readonly { readonly y: number; readonly text: string }[];
  readonly labels: readonly AxisLabel[];
  readonly y: (value: number) => number;
}

interface Room {
  readonly kind: "bars" | "lines";
  readonly width: number;
  readonly height: number;
}

const topPx = 10;
const bottomPx = 22;
const rightPx = 6;
const ticksWanted = 4;
const digitPx = 6.6;

export function placeChart({ times, bucket, rows }: ArrangedChart, { kind, width, height }: Room): PlacedChart {
  const highest = highestOf(rows, kind);
  const onlyWhole = rows.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  const ticks = niceTicks(highest, ticksWanted, onlyWhole);
  const texts = ticks.map((tick) => (tick >= 10_000 ? formatCompactNumber(tick) : formatNumber(tick)));
  const left = Math.max(...texts.map(({ length }) => length)) * digitPx + 8;
  const right = Math.max(width - rightPx, left + 1);
  const bottom = height - bottomPx;
  const y = linearScale(ticks.at(-1) ?? 1, bottom, topPx);
  // Lines keep half a label free at both ends.
  const positions =
    kind === "bars" ? bandCenters(times.length, left, right) : timePositions(times, left + 8, right - 8);
  return {
    ...{ width, height, left, right, bottom, positions, y },
    band: (right - left) / Math.max(times.length, 1),
    ticks: ticks.map((tick, index) => ({ y: y(tick), text: texts[index] ?? "" })),
    labels: fitLabels(times, positions, bucket),
  };
}

/** Round numbers from zero to at least the largest value, about as many as requested. */
export function niceTicks(max: number, count: number, onlyWhole: boolean): readonly number[] {
  if (!(max > 0)) return [0, 1];
  const step = Math.max(niceStep(max / count), onlyWhole ? 1 : 0);
  const steps = Math.ceil(max / step - 1e-9);
  // Multiplied and rounded, because adding 0.1 three times is not 0.3.
  return Array.from({ length: steps + 1 }, (_, tick) => Number((tick * step).toPrecision(12)));
}

/** The smallest of 1, 2 and 5 times a power of ten that is not below the value. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** The position of a value from 0 to max between two ends, in pixels. */
export function linearScale(max: number, from: number, to: number): (value: number) => number {
  return (value) => from + (value / max) * (to - from);
}

/** The middles of the given number of equal bands. */
export function bandCenters(count: number, left: number, right: number): readonly number[] {
  const band = (right - left) / Math.max(count, 1);
  return Array.from({ length: count }, (_, index) => left + band * (index + 0.5));
}

/** Times at proportional distances; a single one is in the middle. */
export function timePositions(times: readonly number[], left: number, right: number): readonly number[] {
  const first = times[0] ?? 0;
  const span = (times.at(-1) ?? 0) - first;
  return times.map((time) => (span === 0 ? (left + right) / 2 : left + ((time - first) / span) * (right - left)));
}

/** The index of the position nearest to x. */
export function nearestIndex(positions: readonly number[], x: number): number {
  let nearest = 0;
  for (const [index, position] of positions.entries()) {
    if (Math.abs(position - x) < Math.abs((positions[nearest] ?? 0) - x)) nearest = index;
  }
  return nearest;
}

/** A line through the values, interrupted where none was measured. */
export function linePath(
  values: readonly (number | null)[],
  positions: readonly number[],
  y: (value: number) => number,
): string {
  return values
    .map((value, index) => {
      if (value === null) return "";
      const isStart = index === 0 || (values[index - 1] ?? null) === null;
      return `${isStart ? "M" : "L"}${round(positions[index] ?? 0)} ${round(y(value))}`;
    })
    .join("");
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
