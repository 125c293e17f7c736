import { Box, Skeleton } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import {
  type ArrangedChart,
  arrangeSeries,
  type ChartSeries,
  isNothing,
  startAtData,
  summarize,
} from "./chart/arrange-series.ts";
import { chartColor } from "./chart/chart-colors.ts";
import { ChartLegend, ChartPlot, ChartTooltip, describePoint } from "./chart/chart-plot.tsx";
import { ChartTable } from "./chart/chart-table.tsx";
import { nearestIndex, placeChart } from "./chart/place-chart.ts";
import type { Bucket } from "./chart/time-labels.ts";
import classes from "./time-chart.module.css";

interface TimeChartProps {
  /** Names the chart: Changes per day. */
  readonly label: string;
  readonly series: readonly ChartSeries[];
  /** Bars are stacked; lines each count from zero. */
  readonly kind: "bars" | "lines";
  /** The unit of the values: changes, ms. */
  readonly unit?: string;
  readonly height?: number;
  /** The duration of one point. Default: the smallest distance between two. */
  readonly bucket?: Bucket;
}

const defaultHeight = 180;

/** Values over time. The pointer or the arrow keys read one time; a hidden table has all the numbers. */
export function TimeChart({ label, series, kind, unit, height = defaultHeight, bucket }: TimeChartProps) {
  const [hiddenNames, setHiddenNames] = useState<readonly string[]>([]);
  const chart = useMemo(() => startAtData(arrangeSeries(series, bucket)), [series, bucket]);
  const shown = useMemo(
    () => ({ ...chart, rows: chart.rows.filter(({ name }) => !hiddenNames.includes(name)) }),
    [chart, hiddenNames],
  );
  const toggle = (name: string) =>
    setHiddenNames((names) => (names.includes(name) ? names.filter((other) => other !== name) : [...names, name]));
  const summary = summarize(chart, { label, kind, unit });
  return (
    <div className={classes["frame"]}>
      {isNothing(chart, kind) ? (
        <div className={classes["nothing"]}>No data in this range.</div>
      ) : (
        <>
          <ReadablePlot chart={shown} kind={kind} unit={unit} height={height} summary={summary} />
          <ChartLegend rows={chart.rows} hiddenNames={hiddenNames} onToggle={toggle} />
        </>
      )}
      <ChartTable chart={chart} label={label} unit={unit} />
    </div>
  );
}

interface ReadablePlotProps {
  readonly chart: ArrangedChart;
  readonly kind: "bars" | "lines";
  readonly unit: string | undefined;
  readonly height: number;
  readonly summary: string;
}

function ReadablePlot({ chart, kind, unit, height, summary }: ReadablePlotProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [pointed, setPointed] = useState<number>();
  const hint = useId();
  const placed = useMemo(() => placeChart(chart, { kind, width, height }), [chart, kind, width, height]);
  const point = pointed === undefined ? undefined : Math.min(pointed, chart.times.length - 1);
  const readKey = (event: KeyboardEvent) => {
    const next = movePoint(event.key, point, chart.times.length);
    if (next === "unread") return;
    event.preventDefault();
    setPointed(next);
  };
  return (
    <Box
      ref={ref}
      className={classes["plot"] ?? ""}
      style={{ height }}
      role="group"
      tabIndex={0}
      aria-label={summary}
      aria-roledescription="chart"
      aria-describedby={hint}
      onKeyDown={readKey}
      onBlur={() => setPointed(undefined)}
      onPointerMove={({ clientX, currentTarget }) =>
        setPointed(nearestIndex(placed.positions, clientX - currentTarget.getBoundingClientRect().left))
      }
      onPointerLeave={() => setPointed(undefined)}
    >
      {width > 0 && <ChartPlot placed={placed} chart={chart} kind={kind} pointed={point} />}
      {point !== undefined && <ChartTooltip placed={placed} chart={chart} unit={unit} index={point} />}
      <span id={hint} className={classes["hidden"]}>
        Use the arrow keys to read the values one by one.
      </span>
      <span className={classes["hidden"]} aria-live="polite">
        {point === undefined ? "" : describePoint(chart, point, unit)}
      </span>
    </Box>
  );
}

/** The target of a key from a point; the first key starts at the newest. */
function movePoint(key: string, from: number | undefined, count: number): number | undefined | "unread" {
  const last = count - 1;
  switch (key) {
    case "ArrowLeft":
      return from === undefined ? last : Math.max(0, from - 1);
    case "ArrowRight":
      return from === undefined ? last : Math.min(last, from + 1);
    case "Home":
      return 0;
    case "End":
      return last;
    case "Escape":
      return from === undefined ? "unread" : undefined;
    default:
      return "unread";
  }
}

/** Reserves the space of a chart, so that nothing jumps when it appears. */
export function TimeChartSkeleton({ height = defaultHeight }: { readonly height?: number }) {
  return <Skeleton height={height + 30} radius="sm" aria-busy="true" />;
}

interface SparklineProps {
  readonly values: readonly number[];
  /** Describes what the line shows. */
  readonly label: string;
  readonly color?: string;
  readonly height?: number;
}

const sparklineWidth = 100;

/** A trend without axes, to show beside a number. */
export function Sparkline({ values, label, color = "weft", height = 28 }: SparklineProps) {
  const highest = Math.max(1, ...values);
  const step = sparklineWidth / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => `${index * step},${height - 1 - (value / highest) * (height - 2)}`);
  const stroke = chartColor(color);
  return (
    <svg
      className={classes["sparkline"]}
      viewBox={`0 0 ${sparklineWidth} ${height}`}
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {points.length > 1 && (
        <>
          <polygon
            points={`0,${height} ${points.join(" ")} ${sparklineWidth},${height}`}
            style={{ fill: stroke, fillOpacity: 0.12 }}
          />
          <polyline
            points={points.join(" ")}
            fill="none"
            style={{ stroke, strokeWidth: 1.5, vectorEffect: "non-scaling-stroke" }}
          />
        </>
      )}
    </svg>
  );
}
