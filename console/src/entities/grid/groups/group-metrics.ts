import type { EntityType } from "@weft/client";
import { useMemo, useState } from "react";
import { useSession } from "../../../session/session.ts";
import { type CellLabels, cellText } from "../cell-text.ts";
import { type GridColumn, isNumeric } from "../grid-column.ts";
import type { GroupFigures } from "../row-group.ts";
import { hasOneCurrency } from "./grouping.ts";

/** What the header of a group shows of a number column. */
export const groupMetrics = ["avg", "sum", "min", "max"] as const;
type GroupMetric = (typeof groupMetrics)[number];

export const metricLabels: Readonly<Record<GroupMetric, { readonly short: string; readonly long: string }>> = {
  avg: { short: "avg", long: "Average" },
  sum: { short: "sum", long: "Sum" },
  min: { short: "min", long: "Lowest" },
  max: { short: "max", long: "Highest" },
};

/** The metric of each visible number column, and how to choose another. */
export interface ColumnMetrics {
  /** undefined for columns without numbers. */
  readonly of: (field: string) => GroupMetric | undefined;
  readonly choose: (field: string, metric: GroupMetric) => void;
  /** As the service names them: avg:price. */
  readonly names: readonly string[];
}

/** The service computes so many at once. */
const metricsMax = 10;

/** Averages, unless another metric was chosen in this browser. */
export function useColumnMetrics(
  columns: readonly GridColumn[],
  types: readonly EntityType[],
  typePath: string,
): ColumnMetrics {
  const { who } = useSession();
  const key = `weft.totals.${who.org.slug}.${typePath}`;
  const [revision, setRevision] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each choice is stored, then read again.
  return useMemo(() => {
    const chosen = readMetrics(localStorage.getItem(key));
    const measured = columns
      .filter((column) => isNumeric(column) && hasOneCurrency(types, typePath, column.field))
      .slice(0, metricsMax);
    const metrics = new Map(measured.map(({ field }) => [field, chosen[field] ?? groupMetrics[0]]));
    return {
      of: (field) => metrics.get(field),
      choose: (field, metric) => {
        localStorage.setItem(key, JSON.stringify({ ...chosen, [field]: metric }));
        setRevision((before) => before + 1);
      },
      names: [...metrics].map(([field, metric]) => `${metric}:${field}`),
    };
  }, [columns, types, typePath, key, revision]);
}

/** What is stored may come from another version of the console. */
function readMetrics(stored: string | null): Readonly<Record<string, GroupMetric>> {
  const entries = Object.entries(membersOf(stored));
  return Object.fromEntries(
    entries.flatMap(([field, value]) => {
      const metric = groupMetrics.find((one) => one === value);
      return metric === undefined ? [] : [[field, metric]];
    }),
  );
}

function membersOf(stored: string | null): object {
  try {
    const value: unknown = JSON.parse(stored ?? "");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** A figure of a group as a text, and what it is computed from: the average of 9 styles. */
export function describeMetric(
  column: GridColumn,
  metric: GroupMetric,
  { metrics, count, styles, options }: GroupFigures,
  words: CellLabels,
): { readonly text: string; readonly title: string } | undefined {
  const found = metrics.get(`${metric}:${column.field}`);
  if (found === undefined) return undefined;
  const counted = { styles, options, all: count };
  const rounded = Number(found.value.toFixed(2));
  const nouns = { styles: "style", options: "option", all: "row" };
  const noun = `${nouns[found.of]}${counted[found.of] === 1 ? "" : "s"}`;
  return {
    text: cellText(column, rounded, words),
    title: `${metricLabels[metric].long} ${column.label} of ${counted[found.of]} ${noun}`,
  };
}
