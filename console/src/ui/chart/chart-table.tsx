import { memo } from "react";
import classes from "../time-chart.module.css";
import { type ArrangedChart, formatAmount } from "./arrange-series.ts";
import { nameBucket } from "./time-labels.ts";

interface ChartTableProps {
  readonly chart: ArrangedChart;
  readonly label: string;
  readonly unit: string | undefined;
}

/** All numbers of a chart, for screen readers. */
export const ChartTable = memo(function ChartTable({ chart, label, unit }: ChartTableProps) {
  return (
    <div className={classes["hidden"]}>
      <table>
        <caption>{unit === undefined ? label : `${label}, in ${unit}`}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {chart.rows.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chart.times.map((time, index) => (
            <tr key={time}>
              <th scope="row">{nameBucket(time, chart.bucket)}</th>
              {chart.rows.map(({ name, values }) => {
                const value = values[index] ?? null;
                return <td key={name}>{value === null ? "" : formatAmount(value, undefined)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
