import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { copyText } from "../../ui/clipboard.ts";
import { notifyError } from "../../ui/notify.ts";
import type { AnyEntity } from "../any-entity.ts";
import { isSameJson } from "../same-json.ts";
import { CellEditor } from "./cell-editor.tsx";
import { type CellRange, fillSource, isSingle } from "./cell-range.ts";
import { plainText } from "./cell-text.ts";
import type { EntityRows } from "./entity-rows.ts";
import type { GridColumn } from "./grid-column.ts";
import { gridHandlers } from "./grid-handlers.ts";
import { useGridTools } from "./grid-tools.ts";
import { widthStep } from "./heading-menu.tsx";
import type { CellPlace } from "./move-cell.ts";
import { parseTsv, writeTsv } from "./spreadsheet-text.ts";
import { useActiveCell } from "./use-active-cell.ts";
import { useCellRange } from "./use-cell-range.ts";
import { type ColumnSet, columnWidth } from "./use-column-set.ts";
import { rowHeight, type useGridLayout } from "./use-grid-layout.ts";
import type { useRangeEdits } from "./use-range-edits.ts";
import type { RowSelection } from "./use-row-selection.ts";

export interface GridActions {
  readonly rows: EntityRows;
  readonly columnSet: ColumnSet;
  readonly selection: RowSelection;
  readonly onWrite: (row: AnyEntity, column: GridColumn, value: unknown) => void;
  readonly rangeEdits: ReturnType<typeof useRangeEdits>;
  /** The id of the row beside the grid. */
  readonly peek: string | undefined;
  readonly onPeek: (id: string | undefined) => void;
}

interface GridCellInput extends GridActions {
  readonly layout: ReturnType<typeof useGridLayout>;
  readonly active: CellPlace;
  readonly setActive: (place: CellPlace) => void;
  readonly onMenu: (column: number) => void;
}

/** The actions at the active cell and the range. */
export function useGridCell(input: GridCellInput) {
  const { rows, columnSet, selection, rangeEdits, layout, active, setActive, onMenu } = input;
  const { columns } = columnSet;
  const { rows: read, total } = rows.state();
  const { scroller } = layout;
  const extent = { rows: total, columns: columns.length, page: rowsInSight(scroller.current) };
  const reveal = useReveal(layout);
  const isThere = active.row < 0 || read[active.row] !== undefined;
  const cell = useActiveCell({ scroller, extent, active, setActive, reveal, isThere });
  const ranged = useCellRange({ rows, active, setActive, extent, reveal, scroller, onFill: rangeEdits.fill });
  const { range } = ranged;
  const peeking = usePeeking(input);
  const go = (place: CellPlace) => {
    ranged.collapse();
    cell.go(place);
    peeking.follow(place.row);
  };
  const { write, unlessLocked } = useOneCell(input, cell.setNote);
  const handlers = gridHandlers({
    ...ranged,
    ...peeking.keys,
    ...useOpening(read[active.row]),
    ...useColumnKeys(columnSet, active, go),
    active,
    extent,
    go,
    edit: (place, typed) => unlessLocked(place, () => cell.setEditing({ typed })),
    clear: () => (isSingle(range) ? unlessLocked(active, () => write(null)) : rangeEdits.clear(range)),
    fill: (direction) => {
      const { from, to } = fillSource(range, direction);
      rangeEdits.fill(from, to);
    },
    toggleRows: () => selection.toggleRange(range.top, range.bottom),
    selectAll: () => ranged.select({ top: 0, left: 0, bottom: read.length - 1, right: columns.length - 1 }),
    copied: useCopied(rows, columns, selection.ids, range),
    paste: (text) => {
      if (active.row >= 0) rangeEdits.paste(range, parseTsv(text));
    },
    openMenu: onMenu,
  });
  const editor = useEditor(input, cell, write);
  return { editor, note: cell.note, range, handlers: { ...handlers, onBlur: cell.onBlur } };
}

/** The row beside the grid: it follows the active cell while it is open. */
function usePeeking({ rows, active, peek, onPeek }: GridCellInput) {
  const { rows: read } = rows.state();
  return {
    follow: (row: number) => {
      const id = read[row]?.id;
      if (peek !== undefined && id !== undefined && id !== peek) onPeek(id);
    },
    keys: {
      togglePeek: () => {
        const id = read[active.row]?.id;
        onPeek(id === peek ? undefined : id);
      },
      closePeek: () => {
        if (peek !== undefined) onPeek(undefined);
      },
    },
  };
}

/** Writing the active cell, unless it is read-only. */
function useOneCell({ rows, columnSet, onWrite, active }: GridCellInput, setNote: (note: string) => void) {
  const { whyLocked } = useGridTools();
  const { rows: read } = rows.state();
  const { columns } = columnSet;
  const [row, column] = [read[active.row], columns[active.column]];
  return {
    write: (value: unknown) => {
      const isChange = row !== undefined && column !== undefined && !isSameJson(value, row[column.field]);
      if (isChange) onWrite(row, column, value);
    },
    unlessLocked: (place: CellPlace, act: () => void) => {
      const [ofRow, ofColumn] = [read[place.row], columns[place.column]];
      if (ofRow === undefined || ofColumn === undefined) return;
      const reason = whyLocked(ofColumn, ofRow);
      if (reason === undefined) act();
      else setNote(reason);
    },
  };
}

/** The control over the active cell while it is edited. */
function useEditor(
  { rows, columnSet, active }: GridCellInput,
  { editing, endEditing }: ReturnType<typeof useActiveCell>,
  write: (value: unknown) => void,
) {
  const row = rows.state().rows[active.row];
  const column = columnSet.columns[active.column];
  if (editing === undefined || row === undefined || column === undefined) return undefined;
  return (
    <CellEditor
      column={column}
      row={row}
      typed={editing.typed}
      onSave={(value, by) => {
        write(value);
        endEditing(by);
      }}
      onCancel={() => endEditing("escape")}
    />
  );
}

function useOpening(row: AnyEntity | undefined) {
  const { kind } = useGridTools();
  const navigate = useNavigate();
  return {
    open: () => {
      if (row !== undefined) void navigate({ to: "/entities/$kind/$id", params: { kind: kind.path, id: row.id } });
    },
    follow: (href: string) => void navigate({ href }),
  };
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

/** The range of several cells, else the selected rows, else the active cell. */
function useCopied(rows: EntityRows, columns: readonly GridColumn[], selected: ReadonlySet<string>, range: CellRange) {
  const { words } = useGridTools();
  const textOf = (of: readonly AnyEntity[], ofColumns: readonly GridColumn[]) =>
    writeTsv(of.map((row) => ofColumns.map((column) => plainText(column, row[column.field], words))));
  return (): string | undefined => {
    const { rows: read } = rows.state();
    const picked = isSingle(range) && selected.size > 0 ? read.filter(({ id }) => selected.has(id)) : [];
    if (picked.length > 0) return textOf(picked, columns);
    const copy = () => textOf(read.slice(range.top, range.bottom + 1), columns.slice(range.left, range.right + 1));
    if (range.bottom < read.length) return copy();
    const readThenCopy = async () => {
      await rows.readTo(range.bottom);
      await copyText(copy());
    };
    readThenCopy().catch(notifyError);
    return undefined;
  };
}
