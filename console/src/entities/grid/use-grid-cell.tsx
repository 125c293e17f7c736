import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import type { AnyEntity } from "../any-entity.ts";
import { isSameJson } from "../same-json.ts";
import { CellEditor } from "./cell-editor.tsx";
import { plainText } from "./cell-text.ts";
import type { EntityRows } from "./entity-rows.ts";
import type { GridColumn } from "./grid-column.ts";
import { gridHandlers } from "./grid-handlers.ts";
import { useGridTools } from "./grid-tools.ts";
import { widthStep } from "./heading-menu.tsx";
import type { CellPlace } from "./move-cell.ts";
import { parseTsv, writeTsv } from "./spreadsheet-text.ts";
import { useActiveCell } from "./use-active-cell.ts";
import { type ColumnSet, columnWidth } from "./use-column-set.ts";
import { rowHeight, type useGridLayout } from "./use-grid-layout.ts";
import type { RowSelection } from "./use-row-selection.ts";

export interface GridActions {
  readonly rows: EntityRows;
  readonly columnSet: ColumnSet;
  readonly selection: RowSelection;
  readonly onWrite: (row: AnyEntity, column: GridColumn, value: unknown) => void;
  readonly onPaste: (place: CellPlace, block: readonly (readonly string[])[]) => void;
}

interface GridCellInput extends GridActions {
  readonly layout: ReturnType<typeof useGridLayout>;
  readonly active: CellPlace;
  readonly setActive: (place: CellPlace) => void;
  readonly onMenu: (column: number) => void;
}

/** The actions at the active cell. */
export function useGridCell(input: GridCellInput) {
  const { rows, columnSet, selection, onWrite, onPaste, layout, active, setActive, onMenu } = input;
  const { columns } = columnSet;
  const { whyLocked } = useGridTools();
  const navigate = useNavigate();
  const { rows: read, total } = rows.state();
  const extent = { rows: total, columns: columns.length, page: rowsInSight(layout.scroller.current) };
  const [row, column] = [read[active.row], columns[active.column]];
  const reveal = useReveal(layout);
  const cell = useActiveCell({
    scroller: layout.scroller,
    extent,
    active,
    setActive,
    reveal,
    isThere: row !== undefined || active.row < 0,
  });
  const write = (value: unknown) => {
    if (row !== undefined && column !== undefined && !isSameJson(value, row[column.field])) onWrite(row, column, value);
  };
  const unlessLocked = (place: CellPlace, act: () => void) => {
    const [ofRow, ofColumn] = [read[place.row], columns[place.column]];
    if (ofRow === undefined || ofColumn === undefined) return;
    const reason = whyLocked(ofColumn, ofRow);
    if (reason === undefined) act();
    else cell.setNote(reason);
  };
  const handlers = gridHandlers({
    active,
    extent,
    go: cell.go,
    edit: (place, typed) => unlessLocked(place, () => cell.setEditing({ typed })),
    clear: (place) => unlessLocked(place, () => write(null)),
    toggleRow: selection.toggle,
    selectAll: () => selection.setAll(true),
    copied: useCopied(read, columns, selection.ids, active),
    paste: (text) => {
      if (active.row >= 0) onPaste(active, parseTsv(text));
    },
    openMenu: onMenu,
    ...useColumnKeys(columnSet, active, cell.go),
    follow: (href) => void navigate({ href }),
  });
  const isEditing = cell.editing !== undefined && row !== undefined && column !== undefined;
  const editor = isEditing ? (
    <CellEditor
      column={column}
      row={row}
      typed={cell.editing?.typed}
      onSave={(value, by) => {
        write(value);
        cell.endEditing(by);
      }}
      onCancel={() => cell.endEditing("escape")}
    />
  ) : undefined;
  return { editor, note: cell.note, handlers: { ...handlers, onBlur: cell.onBlur } };
}

function rowsInSight(scroller: HTMLDivElement | null): number {
  return Math.max(1, Math.floor((scroller?.clientHeight ?? 400) / rowHeight) - 2);
}

/** Scrolls a cell into view. The headings and the fixed columns always are. */
function useReveal({ rows, cells, fixedCount }: ReturnType<typeof useGridLayout>) {
  return useCallback(
    (place: CellPlace) => {
      if (place.row >= 0) rows.scrollToIndex(place.row);
      if (place.column >= fixedCount) cells.scrollToIndex(place.column - fixedCount);
    },
    [rows, cells, fixedCount],
  );
}

/** The active column is resized and moved; the focus follows it. */
function useColumnKeys(columnSet: ColumnSet, active: CellPlace, go: (place: CellPlace) => void) {
  const column = columnSet.columns[active.column];
  return {
    resize: (step: -1 | 1) => {
      if (column === undefined) return;
      columnSet.resize(column.field, columnWidth(column, columnSet.widths) + step * widthStep);
    },
    moveColumn: (step: -1 | 1) => {
      const to = column === undefined ? undefined : columnSet.step(column.field, step);
      if (to !== undefined) go({ row: active.row, column: to });
    },
  };
}

/** The selected rows, else the active cell. */
function useCopied(
  read: readonly AnyEntity[],
  columns: readonly GridColumn[],
  selected: ReadonlySet<string>,
  active: CellPlace,
) {
  const { words } = useGridTools();
  const textsOf = (row: AnyEntity, of: readonly GridColumn[]) =>
    of.map((column) => plainText(column, row[column.field], words));
  return () => {
    const picked = selected.size === 0 ? [] : read.filter(({ id }) => selected.has(id));
    if (picked.length > 0) return writeTsv(picked.map((row) => textsOf(row, columns)));
    const row = read[active.row];
    return row === undefined ? "" : writeTsv([textsOf(row, columns.slice(active.column, active.column + 1))]);
  };
}
