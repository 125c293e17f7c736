import { type AnyEntity, titleOf } from "../any-entity.ts";
import { isSameJson } from "../same-json.ts";
import type { GridColumn } from "./grid-column.ts";
import type { CellReading } from "./read-cell.ts";

export interface PasteInput {
  /** Texts of the spreadsheet, row by row. */
  readonly block: readonly (readonly string[])[];
  /** The rows and columns from the active cell on. */
  readonly rows: readonly AnyEntity[];
  readonly columns: readonly GridColumn[];
  readonly read: (column: GridColumn, text: string) => CellReading;
  readonly whyLocked: (column: GridColumn, row: AnyEntity) => string | undefined;
}

interface PastedCell {
  readonly column: GridColumn;
  readonly before: unknown;
  readonly after: unknown;
}

/** The changes of one row. */
export interface PastedRow {
  readonly row: AnyEntity;
  readonly cells: readonly PastedCell[];
}

/** A cell that is not changed, and why. */
export interface LeftCell {
  readonly id: string;
  readonly title: string;
  readonly label: string;
  readonly text: string;
  readonly reason: string;
}

export interface PastePlan {
  readonly rows: readonly PastedRow[];
  readonly cellCount: number;
  /** Invalid texts. */
  readonly errors: readonly LeftCell[];
  /** Read-only cells. */
  readonly locked: readonly LeftCell[];
  /** How much of the block is beyond the last row and the last column. */
  readonly rowsBeyond: number;
  readonly columnsBeyond: number;
}

/** What a block of cells would change. */
export function planPaste({ block, rows, columns, read, whyLocked }: PasteInput): PastePlan {
  const errors: LeftCell[] = [];
  const locked: LeftCell[] = [];
  const changed = block.flatMap((texts, index) => {
    const row = rows[index];
    const cells = row === undefined ? [] : texts.flatMap((text, place) => cellOf(row, columns[place], text));
    return row === undefined || cells.length === 0 ? [] : [{ row, cells }];
  });
  const widest = Math.max(0, ...block.map((texts) => texts.length));
  return {
    rows: changed,
    cellCount: changed.reduce((sum, { cells }) => sum + cells.length, 0),
    errors,
    locked,
    rowsBeyond: Math.max(0, block.length - rows.length),
    columnsBeyond: Math.max(0, widest - columns.length),
  };

  function cellOf(row: AnyEntity, column: GridColumn | undefined, text: string): PastedCell[] {
    if (column === undefined) return [];
    const reading = read(column, text);
    const before = row[column.field];
    const isUnchanged = "value" in reading && isSameJson(reading.value, before);
    if (isUnchanged) return [];
    const reason = whyLocked(column, row);
    const left = { id: row.id, title: titleOf(row), label: column.label, text };
    if (reason !== undefined) {
      locked.push({ ...left, reason });
      return [];
    }
    if ("error" in reading) {
      errors.push({ ...left, reason: reading.error });
      return [];
    }
    return [{ column, before, after: reading.value }];
  }
}
