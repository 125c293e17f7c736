import { useEffect, useState } from "react";
import { missingOf } from "./completeness-cell.tsx";
import type { EntityRows } from "./entity-rows.ts";
import { type GridColumn, isCompleteness } from "./grid-column.ts";
import type { CellPlace } from "./move-cell.ts";
import type { ColumnSet } from "./use-column-set.ts";

/** A missing value. */
export interface Gap {
  readonly id: string;
  readonly field: string;
}

/** A missing value to fill in: its column becomes visible. What options inherit is filled in at their style. */
export function useGap(rows: EntityRows, all: readonly GridColumn[], columnSet: ColumnSet) {
  const [gap, setGap] = useState<Gap>();
  const onGap = (next: Gap | undefined) => {
    const shown = columnSet.columns.map(({ field }) => field);
    if (next !== undefined && !shown.includes(next.field)) columnSet.choose([...shown.slice(1), next.field]);
    const styleId = next === undefined ? undefined : rows.rowOf(next.id)?.["itemFamilyId"];
    const isOfStyle = all.some(({ field, property }) => field === next?.field && property.level === "family");
    const isMoved = isOfStyle && typeof styleId === "string" && rows.lineOf(styleId) >= 0;
    setGap(next === undefined || !isMoved ? next : { ...next, id: styleId });
  };
  return { gap, onGap };
}

interface GapsInput {
  readonly rows: EntityRows;
  readonly columnSet: ColumnSet;
  readonly gap: Gap | undefined;
  readonly onGap: (gap: Gap | undefined) => void;
}

/** Missing values, which are filled in where they belong. */
export function useGaps({ rows, columnSet, gap, onGap }: GapsInput, edit: (place: CellPlace) => void) {
  const { columns } = columnSet;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Once its column is visible.
  useEffect(() => {
    const column = columns.findIndex(({ field }) => field === gap?.field);
    const row = gap === undefined ? -1 : rows.lineOf(gap.id);
    if (row < 0 || column < 0) return;
    onGap(undefined);
    edit({ row, column });
  }, [gap, columns, rows]);
  const fillGap = (line: number) => {
    const row = rows.rowAt(line);
    const [field] = row === undefined ? [] : missingOf(row);
    if (row !== undefined && field !== undefined) onGap({ id: row.id, field });
    return field !== undefined;
  };
  return {
    fillGap,
    fillGapAt: ({ row, column }: CellPlace) => {
      const shown = columns[column];
      return shown !== undefined && isCompleteness(shown) && fillGap(row);
    },
  };
}
