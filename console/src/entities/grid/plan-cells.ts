import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import { isSameJson } from "../same-json.ts";
import type { CellReading } from "./cell-text.ts";
import type { GridColumn } from "./grid-column.ts";
import type { CellChange } from "./write-cells.ts";

/** What a cell should become. */
export interface CellInput {
  /** As the user knows it. */
  readonly text: string;
  readonly reading: CellReading;
}

interface PlanInput {
  /** Row by row; each may have fewer cells than the widest. */
  readonly block: readonly (readonly CellInput[])[];
  /** The rows and columns from the first cell on. */
  readonly rows: readonly AnyEntity[];
  readonly columns: readonly GridColumn[];
  readonly whyLocked: (column: GridColumn, row: AnyEntity) => string | undefined;
}

interface PlannedCell {
  readonly column: GridColumn;
  readonly before: unknown;
  readonly after: unknown;
}

/** The changes of one row. */
export interface PlannedRow {
  readonly row: AnyEntity;
  readonly cells: readonly PlannedCell[];
}

/** A cell that is not changed, and why. */
export interface LeftCell {
  readonly id: string;
  readonly title: string;
  readonly label: string;
  readonly text: string;
  readonly reason: string;
}

export interface CellPlan {
  readonly rows: readonly PlannedRow[];
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
export function planCells({ block, rows, columns, whyLocked }: PlanInput): CellPlan {
  const errors: LeftCell[] = [];
  const locked: LeftCell[] = [];
  const changed = block.flatMap((inputs, index) => {
    const row = rows[index];
    const cells = row === undefined ? [] : inputs.flatMap((input, place) => cellOf(row, columns[place], input));
    return row === undefined || cells.length === 0 ? [] : [{ row, cells }];
  });
  const widest = Math.max(0, ...block.map((inputs) => inputs.length));
  return {
    rows: changed,
    cellCount: changed.reduce((sum, { cells }) => sum + cells.length, 0),
    errors,
    locked,
    rowsBeyond: Math.max(0, block.length - rows.length),
    columnsBeyond: Math.max(0, widest - columns.length),
  };

  function cellOf(row: AnyEntity, column: GridColumn | undefined, { text, reading }: CellInput): PlannedCell[] {
    if (column === undefined) return [];
    const before = row[column.field];
    const isUnchanged = "value" in reading && isSameJson(reading.value, before);
    if (isUnchanged) return [];
    const reason = whyLocked(column, row);
    const left = { id: row.id, title: fullTitleOf(row), label: column.label, text };
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

/** More are shown before they are written. */
const unseenMax = 500;

/** Whether a plan is shown before it is written: it is large, or some of it cannot be done. */
export function needsReview({ cellCount, errors, locked, rowsBeyond, columnsBeyond }: CellPlan): boolean {
  return cellCount > unseenMax || errors.length + locked.length + rowsBeyond + columnsBeyond > 0;
}

/** The changes of a plan, cell by cell. */
export function changesOf({ rows }: CellPlan): CellChange[] {
  return rows.flatMap(({ row, cells }) =>
    cells.map(({ column, before, after }) => ({
      id: row.id,
      title: fullTitleOf(row),
      field: column.field,
      before: before ?? null,
      after: after ?? null,
    })),
  );
}
