import classes from "../time-chart.module.css";
import type { ArrangedChart, ArrangedRow } from "./arrange-series.ts";
import { chartColor } from "./chart-colors.ts";
import { linePath } from "./line-path.ts";
import type { PlacedChart } from "./place-chart.ts";

interface ChartPlotProps {
  readonly placed: PlacedChart;
  readonly chart: ArrangedChart;
  readonly kind: "bars" | "lines";
  readonly pointed: number | undefined;
}

/** The drawing. Screen readers use the table instead. */
export function ChartPlot({ placed, chart, kind, pointed }: ChartPlotProps) {
  const { width, height, left, right, ticks } = placed;
  return (
    <svg width={width} height={height} aria-hidden="true" focusable="false">
      {pointed !== undefined && <Pointed placed={placed} kind={kind} index={pointed} />}
      {ticks.map(({ y, text }) => (
        <g key={text}>
          <line className={classes["grid"]} x1={left} x2={right} y1={y} y2={y} />
          <text className={classes["tick"]} x={left - 6} y={y} dy="0.35em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      <TimeAxis placed={placed} />
      {kind === "bars" ? (
        <Bars placed={placed} rows={chart.rows} />
      ) : (
        chart.rows.map((row, order) => (
          <Line key={row.name} placed={placed} row={row} order={order} pointed={pointed} />
        ))
      )}
    </svg>
  );
}

function TimeAxis({ placed: { labels, positions, bottom, left, right } }: { readonly placed: PlacedChart }) {
  return labels.map(({ index, text }) => {
    const x = positions[index] ?? 0;
    const half = text.length * 3;
    const anchor = x - half < left ? "start" : x + half > right ? "end" : "middle";
    const at = anchor === "middle" ? x : anchor === "start" ? Math.max(left, x - half) : Math.min(right, x + half);
    return (
      <text key={index} className={classes["tick"]} x={at} y={bottom + 16} textAnchor={anchor}>
        {text}
      </text>
    );
  });
}

function Pointed({ placed, kind, index }: { placed: PlacedChart; kind: "bars" | "lines"; index: number }) {
  const { positions, band, bottom, ticks } = placed;
  const x = positions[index] ?? 0;
  const top = ticks.at(-1)?.y ?? 0;
  return kind === "bars" ? (
    <rect className={classes["pointed"]} x={x - band / 2} y={top} width={band} height={bottom - top} />
  ) : (
    <line className={classes["pointedLine"]} x1={x} x2={x} y1={top} y2={bottom} />
  );
}

const barMaxPx = 36;

function Bars({ placed, rows }: { readonly placed: PlacedChart; readonly rows: readonly ArrangedRow[] }) {
  const { positions, band, y } = placed;
  const width = Math.min(barMaxPx, Math.max(1, band * 0.78));
  return positions.map((x, index) => {
    let below = 0;
    return rows.map(({ name, color, values }) => {
      const value = values[index] ?? 0;
      if (value <= 0) return null;
      const base = below;
      below += value;
      // A value too small for a pixel still shows.
      const height = Math.max(2.5, y(base) - y(below));
      return (
        <rect
          key={name}
          className={width > 3 ? classes["bar"] : undefined}
          x={x - width / 2}
          y={y(base) - height}
          width={width}
          height={height}
          style={{ fill: chartColor(color) }}
        />
      );
    });
  });
}

/** Lines differ in stroke too, not by color alone. */
const dashes = ["none", "7 4", "2 4", "10 4 2 4"];

interface LineProps {
  readonly placed: PlacedChart;
  readonly row: ArrangedRow;
  readonly order: number;
  readonly pointed: number | undefined;
}

function Line({ placed: { positions, y }, row: { color, values }, order, pointed }: LineProps) {
  const stroke = chartColor(color);
  const present = values.filter((value) => value !== null).length;
  return (
    <>
      <path
        className={classes["line"]}
        d={linePath(values, positions, y)}
        style={{ stroke, strokeDasharray: dashes[order % dashes.length] }}
      />
      {values.map((value, index) => {
        const isSeen = value !== null && (present === 1 || index === pointed);
        return (
          isSeen && (
            <circle key={positions[index]} cx={positions[index]} cy={y(value)} r={3.5} style={{ fill: stroke }} />
          )
        );
      })}
    </>
  );
}
