import classes from "../time-chart.module.css";
import { type ArrangedChart, formatAmount } from "./arrange-series.ts";
import { chartColor } from "./chart-colors.ts";
import type { PlacedChart } from "./place-chart.ts";
import { nameBucket } from "./time-labels.ts";

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
