import { useMergedRef } from "@mantine/hooks";
import type { VirtualItem } from "@tanstack/react-virtual";
import type { EntityName } from "@weft/client";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { AnyEntity } from "../any-entity.ts";
import { idsIn } from "../use-referred.ts";
import { type CellRange, isSingle } from "./cell-range.ts";
import classes from "./entity-grid.module.css";
import type { EntityRows } from "./entity-rows.ts";
import { fitColumn } from "./fit-column.ts";
import { referredKind } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import { GridHeader } from "./grid-header.tsx";
import { BoneRow, GridRow, type RowFrame } from "./grid-row.tsx";
import { useGridTools } from "./grid-tools.ts";
import type { HeadingActions } from "./heading-menu.tsx";
import type { CellPlace } from "./move-cell.ts";
import { describeRange } from "./use-cell-range.ts";
import { type GridActions, useGridCell } from "./use-grid-cell.tsx";
import { useGridLayout } from "./use-grid-layout.ts";
import type { RowSelection } from "./use-row-selection.ts";

interface EntityGridProps extends GridActions {
  readonly label: string;
  readonly order: string | undefined;
  readonly onOrder: (order: string | undefined) => void;
  readonly onFilter: (field: string) => void;
  /** Shows the previous rows. */
  readonly isStale: boolean;
  /** The line below the grid, with the size of the range. */
  readonly foot: (range: string) => ReactNode;
}

/** Entities as in a spreadsheet. Only the visible part is in the page, however many rows and columns there are. */
export function EntityGrid(props: EntityGridProps) {
  const { label, rows, columnSet, selection, isStale, foot } = props;
  const { columns } = columnSet;
  const [menuOf, setMenuOf] = useState<number>();
  const state = useSyncExternalStore(rows.subscribe, rows.state);
  const [chosen, setActive] = useState<CellPlace>({ row: 0, column: 0 });
  const active = {
    row: Math.max(-1, Math.min(chosen.row, state.total - 1)),
    column: Math.min(chosen.column, columns.length - 1),
  };
  const layout = useGridLayout({ columnSet, rowCount: state.total, activeRow: active.row, scrollTop: rows.scrollTop });
  const { editor, note, range, handlers } = useGridCell({ ...props, layout, active, setActive, onMenu: setMenuOf });
  const shownRows = layout.rows.getVirtualItems();
  const frame = { columns, boxes: layout.boxes, width: layout.width };
  useBeginning(rows, layout.scroller, setActive);
  useReading(rows, layout.rows.range?.endIndex ?? 0);
  useWantedNames(shownRows, state.rows, columns);
  return (
    <>
      <div
        ref={useMergedRef(layout.scroller, layout.measured)}
        className={`${classes["scroller"]} ${isStale ? classes["stale"] : ""}`}
        onScroll={(event) => {
          rows.scrollTop = event.currentTarget.scrollTop;
        }}
      >
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: A table whose cells take the focus is a grid.
          role="grid"
          aria-label={label}
          aria-rowcount={state.total + 1}
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
            selection={selection.ofAll(state.rows.length)}
            rowsRead={state.rows.length}
            onSelectAll={selection.setAll}
          />
          <Rows
            rows={rows}
            shownRows={shownRows}
            frame={frame}
            active={active}
            range={range}
            selection={selection}
            at={{ editor, note }}
          />
        </table>
      </div>
      {foot(describeRange(range))}
    </>
  );
}

function useHeadingActions({ columnSet, order, onOrder, onFilter, rows }: EntityGridProps): HeadingActions {
  const tools = useGridTools();
  return {
    columnSet,
    order,
    onOrder,
    onFilter,
    onFit: (column) => columnSet.resize(column.field, fitColumn(column, rows.state().rows, tools)),
  };
}

interface RowsProps {
  readonly rows: EntityRows;
  readonly shownRows: readonly VirtualItem[];
  readonly frame: RowFrame;
  readonly active: CellPlace;
  readonly range: CellRange;
  readonly selection: RowSelection;
  /** The message at the active cell. */
  readonly at: { readonly editor: ReactNode; readonly note: string | undefined };
}

function Rows({ rows, shownRows, frame, active, range, selection, at }: RowsProps) {
  const { rows: read, marks } = rows.state();
  const isOne = isSingle(range);
  return (
    <tbody className={classes["body"]}>
      {shownRows.map(({ index, start }) => {
        const row = read[index];
        if (row === undefined) return <BoneRow key={index} {...frame} index={index} top={start} active={active} />;
        const isActive = index === active.row;
        const isRanged = !isOne && index >= range.top && index <= range.bottom;
        return (
          <GridRow
            key={row.id}
            {...frame}
            row={row}
            index={index}
            top={start}
            marks={marks.get(row.id)}
            isSelected={selection.ids.has(row.id)}
            onToggle={selection.toggle}
            activeColumn={isActive ? active.column : undefined}
            rangeFrom={isRanged ? range.left : undefined}
            rangeTo={isRanged ? range.right : undefined}
            handleAt={index === range.bottom ? range.right : undefined}
            editor={isActive ? at.editor : undefined}
            note={isActive ? at.note : undefined}
          />
        );
      })}
    </tbody>
  );
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

/** Loads the next rows before the end is visible. */
function useReading(rows: EntityRows, lastSeen: number): void {
  useEffect(() => rows.want(lastSeen + 100), [rows, lastSeen]);
}

/** Requests the names of the entities that the visible rows refer to. */
function useWantedNames(
  shown: readonly VirtualItem[],
  rows: readonly AnyEntity[],
  columns: readonly GridColumn[],
): void {
  const { names } = useGridTools();
  useEffect(() => {
    const inSight = shown.flatMap(({ index }) => rows[index] ?? []);
    for (const [field, entityName] of referencesIn(columns)) {
      names.want(
        entityName,
        inSight.flatMap((row) => idsIn(row[field])),
      );
    }
    // An entity without a name is named by its item.
    names.want(
      "item",
      inSight.filter(({ name }) => name === undefined).flatMap(({ itemId }) => idsIn(itemId)),
    );
  }, [shown, rows, rows.length, columns, names]);
}

function referencesIn(columns: readonly GridColumn[]): [string, EntityName][] {
  return columns.flatMap((column): [string, EntityName][] => {
    const entityName = referredKind(column);
    return entityName === undefined ? [] : [[column.field, entityName]];
  });
}
