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
import { type Gap, useGaps } from "./use-gaps.ts";
import { type GridLayout, rowHeight } from "./use-grid-layout.ts";
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
  /** A value to fill in, as soon as its column is visible. */
  readonly gap: Gap | undefined;
  readonly onGap: (gap: Gap | undefined) => void;
}

interface GridCellInput extends GridActions {
  readonly layout: GridLayout;
  readonly active: CellPlace;
  readonly setActive: (place: CellPlace) => void;
  readonly onMenu: (column: number) => void;
}

/** The actions at the active cell and the range. */
export function useGridCell(input: GridCellInput) {
  const { rows, columnSet, selection, rangeEdits, layout, active, setActive, onMenu } = input;
  const { columns } = columnSet;
  const { lineCount } = rows.state();
  const { scroller } = layout;
  const extent = { rows: lineCount, columns: columns.length, page: rowsInSight(scroller.current) };
  const reveal = useReveal(layout);
  const isThere = active.row < 0 || rows.lineAt(active.row) !== undefined;
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
  const { fillGapAt, fillGap } = useGaps(input, (place) => {
    go(place);
    unlessLocked(place, () => cell.setEditing({ typed: undefined }));
  });
  const handlers = gridHandlers({
    ...ranged,
    ...peeking.acts,
    peekAt: (line) => {
      peeking.show(line);
      go({ row: line, column: 0 });
    },
    ...useOpening(rows.rowAt(active.row)),
    ...useFolding(input, go),
    ...useColumnKeys(columnSet, active, go),
    active,
    extent,
    go,
    edit: (place, typed) => {
      if (!fillGapAt(place)) unlessLocked(place, () => cell.setEditing({ typed }));
    },
    clear: () => (isSingle(range) ? unlessLocked(active, () => write(null)) : rangeEdits.clear(range)),
    fill: (direction) => {
      const { from, to } = fillSource(range, direction);
      rangeEdits.fill(from, to);
    },
    toggleRows: () => selection.toggleRange(range.top, range.bottom),
    selectAll: () => ranged.select({ top: 0, left: 0, bottom: lastLoaded(rows, range), right: columns.length - 1 }),
    copied: useCopied(rows, columns, selection.ids, range),
    paste: (text) => {
      if (active.row >= 0) rangeEdits.paste(range, parseTsv(text));
    },
    openMenu: onMenu,
    fillGap,
  });
  const editor = useEditor(input, cell, write);
  return { editor, note: cell.note, range, handlers: { ...handlers, onBlur: cell.onBlur } };
}

/** Opening and closing of styles and groups. The active cell stays where it is, or moves to what is closed. */
function useFolding({ rows, active, setActive }: GridCellInput, go: (place: CellPlace) => void) {
  const setOpen = (line: number, isOpen: boolean) => {
    const before = rows.state().lineCount;
    rows.setOpen(line, isOpen);
    const added = rows.state().lineCount - before;
    if (active.row > line) setActive({ ...active, row: Math.max(line, active.row + added) });
  };
  return {
    fold: (line: number) => setOpen(line, !isOpenAt(rows, line)),
    showOptions: (line: number) => {
      const id = rows.rowAt(line)?.id;
      if (id !== undefined) rows.showOptions(id).catch(notifyError);
    },
    /** What an arrow key does in the first column; undefined if it only moves. */
    foldBy: (key: string) => foldingOf(rows, active, key, { setOpen, go }),
  };
}

function isOpenAt(rows: EntityRows, line: number): boolean {
  return rows.lineAt(line)?.isOpen === true;
}

interface Folding {
  readonly setOpen: (line: number, isOpen: boolean) => void;
  readonly go: (place: CellPlace) => void;
}

/** As in a tree: right opens, left closes, and left on an option leads to its style. */
function foldingOf(rows: EntityRows, { row, column }: CellPlace, key: string, { setOpen, go }: Folding) {
  const line = rows.lineAt(row);
  if (line?.kind === "group" && (key === "Enter" || key === " ")) return () => setOpen(row, !line.isOpen);
  if (line === undefined || column !== 0) return undefined;
  const canOpen = line.kind === "group" || (line.family?.optionCount ?? 0) > 0;
  if (key === "ArrowRight" && canOpen && !line.isOpen) return () => setOpen(row, true);
  if (key !== "ArrowLeft") return undefined;
  if (line.isOpen) return () => setOpen(row, false);
  const hasParent = line.kind === "row" && (line.style !== undefined || line.groupKey !== undefined);
  return hasParent ? () => go({ row: parentLine(rows, row), column }) : undefined;
}

/** The line of the style of an option, or of the header of the group of anything else. */
function parentLine(rows: EntityRows, line: number): number {
  const isOption = (at: number) => {
    const found = rows.lineAt(at);
    return found?.kind === "row" && found.style !== undefined;
  };
  const isIn = isOption(line) ? isOption : (at: number) => rows.lineAt(at)?.kind === "row";
  let at = line;
  while (at > 0 && isIn(at)) at -= 1;
  return at;
}

/** All loaded lines; if the range has them already, all lines. */
function lastLoaded(rows: EntityRows, { top, bottom }: CellRange): number {
  const { lineCount } = rows.state();
  let last = lineCount - 1;
  while (last > 0 && rows.lineAt(last) === undefined) last -= 1;
  return top === 0 && bottom >= last ? lineCount - 1 : last;
}

/** The row beside the grid: it follows the active cell while it is open. */
function usePeeking({ rows, active, peek, onPeek }: GridCellInput) {
  return {
    follow: (row: number) => {
      const id = rows.rowAt(row)?.id;
      if (peek !== undefined && id !== undefined && id !== peek) onPeek(id);
    },
    show: (row: number) => onPeek(rows.rowAt(row)?.id),
    acts: {
      togglePeek: () => {
        const id = rows.rowAt(active.row)?.id;
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
  const { columns } = columnSet;
  const [row, column] = [rows.rowAt(active.row), columns[active.column]];
  return {
    write: (value: unknown) => {
      const isChange = row !== undefined && column !== undefined && !isSameJson(value, row[column.field]);
      if (isChange) onWrite(row, column, value);
    },
    unlessLocked: (place: CellPlace, act: () => void) => {
      const [ofRow, ofColumn] = [rows.rowAt(place.row), columns[place.column]];
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
  const row = rows.rowAt(active.row);
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
function useReveal({ rows, cells, fixedCount }: GridLayout) {
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
    const isOfRows = isSingle(range) && selected.size > 0;
    const picked = isOfRows ? rows.state().rows.filter(({ id }) => selected.has(id)) : [];
    if (picked.length > 0) return textOf(picked, columns);
    const ofRange = (of: readonly AnyEntity[]) => textOf(of, columns.slice(range.left, range.right + 1));
    if (rows.isLoaded(range.top, range.bottom)) return ofRange(rows.rowsBetween(range.top, range.bottom));
    const readThenCopy = async () => copyText(ofRange(await rows.readBetween(range.top, range.bottom)));
    readThenCopy().catch(notifyError);
    return undefined;
  };
}
