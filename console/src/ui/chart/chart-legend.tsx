import { UnstyledButton } from "@mantine/core";
import classes from "../time-chart.module.css";
import type { ArrangedRow } from "./arrange-series.ts";
import { chartColor } from "./chart-colors.ts";

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
