import { UnstyledButton } from "@mantine/core";
import classes from "../time-chart.module.css";
import { type ArrangedChart, type ArrangedRow, formatAmount } from "./arrange-series.ts";
import { chartColor } from "./chart-colors.ts";
import { linePath, type PlacedChart } from "./place-chart.ts";
import { nameBucket } from "./time-labels.ts";

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

interface ChartLegendProps {
  readonly rows: readonly ArrangedRow[];
  readonly hiddenNames: readonly string[];
  readonly onToggle: (name: string) => void;
}

/** Names each color; a click hides or shows a series. */
export function ChartLegend({ rows, hiddenNames, onToggle }: ChartLegendProps) {
  return (
    <div className={classes["legend"]}>
      {rows.map(({ name, color }) => (
        <UnstyledButton
          key={name}
          className={classes["legendButton"] ?? ""}
          aria-pressed={!hiddenNames.includes(name)}
          onClick={() => onToggle(name)}
        >
          <span
            className={classes["swatch"]}
            style={hiddenNames.includes(name) ? {} : { background: chartColor(color) }}
            aria-hidden="true"
          />
          {name}
        </UnstyledButton>
      ))}
    </div>
  );
}

interface ChartTooltipProps {
  readonly placed: PlacedChart;
  readonly chart: ArrangedChart;
  readonly unit: string | undefined;
  readonly index: number;
}

/** The numbers at one time, on the side with more room. */
export function ChartTooltip({ placed, chart, unit, index }: ChartTooltipProps) {
  const x = placed.positions[index] ?? 0;
  const side = x > placed.width / 2 ? { right: placed.width - x + 12 } : { left: x + 12 };
  return (
    <div className={classes["tooltip"]} style={side} aria-hidden="true">
      <strong>{nameBucket(chart.times[index] ?? 0, chart.bucket)}</strong>
      {chart.rows.map(({ name, color, values }) => (
        <div key={name} className={classes["tooltipRow"]}>
          <span className={classes["name"]}>
            <span className={classes["swatch"]} style={{ background: chartColor(color) }} />
            {name}
          </span>
          <span className="numbers">{formatValue(values[index], unit)}</span>
        </div>
      ))}
    </div>
  );
}

/** The same as a sentence. */
export function describePoint(chart: ArrangedChart, index: number, unit: string | undefined): string {
  const amounts = chart.rows.map(({ name, values }) => `${name} ${formatValue(values[index], unit)}`);
  return `${nameBucket(chart.times[index] ?? 0, chart.bucket)}: ${amounts.join(", ")}`;
}

function formatValue(value: number | null | undefined, unit: string | undefined): string {
  return value === null || value === undefined ? "–" : formatAmount(value, unit);
}
