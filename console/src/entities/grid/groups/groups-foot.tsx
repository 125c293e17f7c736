import { pluralize } from "../../../ui/format.ts";
import type { EntityKind } from "../../entity-kind.ts";
import type { GridColumn } from "../grid-column.ts";
import { useGridTools } from "../grid-tools.ts";
import { describeMetric, metricLabels } from "./group-metrics.ts";
import { describeCounts } from "./group-row.tsx";
import type { ListFigures } from "./use-groups.ts";

interface GroupsFootProps {
  readonly kind: EntityKind;
  readonly columns: readonly GridColumn[];
  readonly figures: ListFigures;
}

/** What is counted in all groups together, and the totals of the number columns. */
export function GroupsFoot({ kind, columns, figures }: GroupsFootProps) {
  const { words } = useGridTools();
  const { all, groupCount, isCut, metrics } = figures;
  if (all === undefined) return null;
  const totals = columns.flatMap((column) => {
    const metric = metrics.of(column.field);
    const total = metric === undefined ? undefined : describeMetric(column, metric, all, words);
    return metric === undefined || total === undefined
      ? []
      : [`${metricLabels[metric].long} ${column.label} ${total.text}`];
  });
  return [
    `${isCut ? "First " : ""}${pluralize(groupCount, "group")}`,
    describeCounts(all, kind),
    ...totals.slice(0, totalsMax),
  ].join(" · ");
}

/** As many as fit beside the rest of the line. */
const totalsMax = 3;
