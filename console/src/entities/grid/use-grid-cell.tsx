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
import type { CellPlace } from "./move-cell.ts";
import { parseTsv, writeTsv } from "./spreadsheet-text.ts";
import { useActiveCell } from "./use-active-cell.ts";
import { rowHeight, type useGridLayout } from "./use-grid-layout.ts";
import type { RowSelection } from "./use-row-selection.ts";

export interface GridActions {
  readonly rows: EntityRows;
  readonly columns: readonly GridColumn[];
  readonly selection: RowSelection;
  readonly onWrite: (row: AnyEntity, column: GridColumn, value: unknown) => void;
  readonly onPaste: (place: CellPlace, block: readonly (readonly string[])[]) => void;
}

interface GridCellInput extends GridActions {
  readonly layout: ReturnType<typeof useGridLayout>;
  readonly active: CellPlace;
  readonly setActive: (place: CellPlace) => void;
}

/** The actions at the active cell. */
export function useGridCell({ rows, columns, selection, onWrite, onPaste, layout, active, setActive }: GridCellInput) {
  const { whyLocked } = useGridTools();
  const navigate = useNavigate();
  const { rows: read, total } = rows.state();
  const page = Math.max(1, Math.floor((layout.scroller.current?.clientHeight ?? 400) / rowHeight) - 2);
  const extent = { rows: total, columns: columns.length, page };
  const row = read[active.row];
  const column = columns[active.column];
  const reveal = useReveal(layout);
  const cell = useActiveCell({
    scroller: layout.scroller,
    extent,
    active,
    setActive,
    reveal,
    isThere: row !== undefined,
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
    paste: (text) => onPaste(active, parseTsv(text)),
    follow: (href) => void navigate({ href }),
  });
  const save = (value: unknown, by: Parameters<typeof cell.endEditing>[0]) => {
    write(value);
    cell.endEditing(by);
  };
  const isEditing = cell.editing !== undefined && row !== undefined && column !== undefined;
  const editor = isEditing ? (
    <CellEditor
      column={column}
      row={row}
      typed={cell.editing?.typed}
      onSave={save}
      onCancel={() => cell.endEditing("escape")}
    />
  ) : undefined;
  return { editor, note: cell.note, handlers: { ...handlers, onBlur: cell.onBlur } };
}

/** Scrolls a cell into view. The name always is. */
function useReveal({ rows, cells }: ReturnType<typeof useGridLayout>) {
  return useCallback(
    (place: CellPlace) => {
      rows.scrollToIndex(place.row);
      if (place.column > 0) cells.scrollToIndex(place.column - 1);
    },
    [rows, cells],
  );
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
