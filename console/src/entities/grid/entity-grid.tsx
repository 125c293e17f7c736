import { useMergedRef } from "@mantine/hooks";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import classes from "./entity-grid.module.css";
import type { EntityRows } from "./entity-rows.ts";
import { fitColumn } from "./fit-column.ts";
import type { GridColumn } from "./grid-column.ts";
import { GridHeader } from "./grid-header.tsx";
import { GridRows } from "./grid-rows.tsx";
import { useGridTools } from "./grid-tools.ts";
import type { ListFigures } from "./groups/use-groups.ts";
import type { HeadingActions } from "./heading-menu.tsx";
import type { CellPlace } from "./move-cell.ts";
import { describeRange } from "./use-cell-range.ts";
import { type GridActions, useGridCell } from "./use-grid-cell.tsx";
import { type GridLayout, useGridLayout } from "./use-grid-layout.ts";
import { useWantedNames } from "./use-wanted-names.ts";

interface EntityGridProps extends GridActions {
  readonly label: string;
  /** Whether styles have their options below, or rows are in groups. */
  readonly isTree: boolean;
  readonly order: string | undefined;
  readonly onOrder: (order: string | undefined) => void;
  readonly onFilter: (field: string) => void;
  readonly onGroup: (column: GridColumn) => void;
  readonly isGroupable: (column: GridColumn) => boolean;
  /** Of the groups. */
  readonly figures: ListFigures;
  /** Whether rows are in groups. */
  readonly isGrouped: boolean;
  /** Edits a column of many rows. Undefined where nothing may be edited. */
  readonly onEdit: ((field: string) => void) | undefined;
  /** Shows the previous rows. */
  readonly isStale: boolean;
  /** The line below the grid, with the size of the range. */
  readonly foot: (range: string) => ReactNode;
}

/** Entities as in a spreadsheet. Only the visible part is in the page, however many rows and columns there are. */
export function EntityGrid(props: EntityGridProps) {
  const { label, rows, columnSet, selection, isTree, isStale, figures, foot } = props;
  const { columns } = columnSet;
  const [menuOf, setMenuOf] = useState<number>();
  const state = useSyncExternalStore(rows.subscribe, rows.state);
  const [chosen, setActive] = useState<CellPlace>({ row: 0, column: 0 });
  const active = within(chosen, state.lineCount, columns.length);
  const layout = useGridLayout({
    columnSet,
    isTree,
    rowCount: state.lineCount,
    activeRow: active.row,
    scrollTop: rows.scrollTop,
  });
  const { editor, note, range, handlers } = useGridCell({ ...props, layout, active, setActive, onMenu: setMenuOf });
  const frame = { columns, boxes: layout.boxes, width: layout.width, isTree, rowOf: rows.rowOf };
  useLoading(rows, layout, columns, setActive);
  return (
    <>
      <div
        ref={useMergedRef(layout.scroller, layout.measured)}
        className={`${classes["scroller"]} ${isStale ? classes["stale"] : ""}`}
        onScroll={(event) => {
          rows.scrollTop = event.currentTarget.scrollTop;
        }}
      >
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: Grids and treegrids can have several rows selected. */}
        <table
          role={isTree ? "treegrid" : "grid"}
          aria-label={label}
          aria-rowcount={state.lineCount + 1}
          aria-colcount={columns.length + 1}
          aria-multiselectable="true"
          aria-busy={isStale}
          className={classes["grid"]}
          style={{ height: layout.rows.getTotalSize(), width: layout.width }}
          {...handlers}
        >
          <GridHeader
            {...frame}
            actions={useHeadingActions(props)}
            scroller={layout.scroller}
            activeColumn={active.row < 0 ? active.column : undefined}
            menuOf={menuOf}
            onMenu={setMenuOf}
            selection={selection.ofAll(state.loadedCount)}
            rowsRead={state.loadedCount}
            onSelectAll={selection.setAll}
          />
          <GridRows
            rows={rows}
            layout={layout}
            frame={frame}
            active={active}
            range={range}
            selection={selection}
            figures={figures}
            at={{ editor, note }}
          />
        </table>
      </div>
      {foot(describeRange(range))}
    </>
  );
}

function within({ row, column }: CellPlace, rows: number, columns: number): CellPlace {
  return { row: Math.max(-1, Math.min(row, rows - 1)), column: Math.min(column, columns - 1) };
}

function useHeadingActions(props: EntityGridProps): HeadingActions {
  const { columnSet, order, onOrder, onFilter, onEdit, onGroup, isGroupable, figures, isGrouped, rows } = props;
  const tools = useGridTools();
  return {
    columnSet,
    order,
    onOrder,
    onFilter,
    onGroup,
    isGroupable,
    metrics: isGrouped ? figures.metrics : undefined,
    onEdit,
    onFit: (column) => columnSet.resize(column.field, fitColumn(column, rows.state().rows, tools)),
  };
}

/** Another list starts at its top; one that is refetched, or returned to, keeps its position. */
function useBeginning(
  rows: EntityRows,
  scroller: RefObject<HTMLDivElement | null>,
  setActive: (change: (active: CellPlace) => CellPlace) => void,
): void {
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = rows.scrollTop;
    // A heading keeps the focus when it has sorted the list.
    if (rows.scrollTop === 0) setActive(({ row, column }) => ({ row: Math.min(row, 0), column }));
  }, [rows, scroller, setActive]);
}

function useLoading(
  rows: EntityRows,
  { rows: lines, scroller }: GridLayout,
  columns: readonly GridColumn[],
  setActive: (change: (active: CellPlace) => CellPlace) => void,
) {
  useBeginning(rows, scroller, setActive);
  useReading(rows, lines.range);
  useWantedNames(lines.getVirtualItems(), rows, columns);
}

/** Loads the next rows before the end is visible. */
function useReading(rows: EntityRows, range: { readonly startIndex: number; readonly endIndex: number } | null): void {
  const { startIndex = 0, endIndex = 0 } = range ?? {};
  const { lineCount } = rows.state();
  // biome-ignore lint/correctness/useExhaustiveDependencies: What is opened has lines that are not loaded.
  useEffect(() => rows.want(endIndex + 100, startIndex), [rows, startIndex, endIndex, lineCount]);
}
