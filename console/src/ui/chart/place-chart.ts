import { type ArrangedChart, highestOf } from "./arrange-series.ts";
import { bandCenters, linearScale, niceTicks, timePositions } from "./scale.ts";
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
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

export function placeChart({ times, bucket, rows }: ArrangedChart, { kind, width, height }: Room): PlacedChart {
  const highest = highestOf(rows, kind);
  const onlyWhole = rows.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  const ticks = niceTicks(highest, ticksWanted, onlyWhole);
  const texts = ticks.map((tick) => (tick >= 10_000 ? compact : plain).format(tick));
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
