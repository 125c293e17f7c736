import { type RefObject, useEffect, useState } from "react";
import { pluralize } from "../../ui/format.ts";
import { type CellRange, fillRange, isSingle, rangeBetween, sizeOfRange } from "./cell-range.ts";
import { dragCells } from "./drag-cells.ts";
import type { EntityRows } from "./entity-rows.ts";
import type { CellPlace } from "./move-cell.ts";

interface RangeInput {
  readonly rows: EntityRows;
  readonly active: CellPlace;
  readonly setActive: (place: CellPlace) => void;
  readonly extent: { readonly rows: number; readonly columns: number };
  readonly reveal: (place: CellPlace) => void;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onFill: (from: CellRange, to: CellRange) => void;
}

/** The range from the active cell to another corner. The active cell keeps the focus. */
export function useCellRange({ rows, active, setActive, extent, reveal, scroller, onFill }: RangeInput) {
  const [chosen, setCorner] = useState<CellPlace>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another list starts without a range.
  useEffect(() => setCorner(undefined), [rows]);
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  const corner = chosen === undefined || active.row < 0 ? active : clamped(chosen, last);
  const range = rangeBetween(active, corner);
  const extend = (place: CellPlace) => {
    const next = clamped(place, last);
    setCorner((before) => (before?.row === next.row && before.column === next.column ? before : next));
  };
  const select = ({ top, left, bottom, right }: CellRange) => {
    setActive({ row: top, column: left });
    extend({ row: bottom, column: right });
  };
  const startFill = () => {
    if (scroller.current === null) return;
    let to = range;
    dragCells(
      scroller.current,
      (place) => {
        to = fillRange(range, clamped(place, last));
        select(to);
      },
      () => {
        const isLonger =
          sizeOfRange(to).rows * sizeOfRange(to).columns > sizeOfRange(range).rows * sizeOfRange(range).columns;
        if (isLonger) onFill(range, to);
      },
    );
  };
  return {
    range,
    corner,
    extend: (place: CellPlace) => {
      extend(place);
      reveal(clamped(place, last));
    },
    select,
    collapse: () => setCorner(undefined),
    startDrag: () => {
      if (scroller.current !== null) dragCells(scroller.current, extend, () => undefined);
    },
    startFill,
  };
}

/** For screen readers and the line below the grid; empty for a single cell. */
export function describeRange(range: CellRange): string {
  if (isSingle(range)) return "";
  const { rows, columns } = sizeOfRange(range);
  return `${pluralize(rows, "row")}, ${pluralize(columns, "column")}`;
}

function clamped({ row, column }: CellPlace, last: CellPlace): CellPlace {
  return { row: Math.max(0, Math.min(row, last.row)), column: Math.max(0, Math.min(column, last.column)) };
}
