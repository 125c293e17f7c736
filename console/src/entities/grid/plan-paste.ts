import type { Weft } from "@weft/client";
import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { isSameJson } from "../same-json.ts";
import type { CellReading } from "./cell-text.ts";
import type { GridColumn } from "./grid-column.ts";

interface PasteInput {
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

export interface RowOutcome {
  readonly row: AnyEntity;
  /** The current entity, when it was written. */
  readonly entity: AnyEntity | undefined;
  readonly error: string | undefined;
}

const batchMax = 10_000;

/** Each row separately, and only based on the reviewed version. */
export async function writePasted(weft: Weft, kind: EntityKind, rows: readonly PastedRow[]): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (let from = 0; from < rows.length; from += batchMax) {
    const part = rows.slice(from, from + batchMax);
    const { results } = await weft.entities.batch({
      entityName: kind.name,
      atomic: false,
      operations: part.map(({ row, cells }) => ({ op: "update", id: row.id, object: bodyOf({ row, cells }) })),
    });
    part.forEach(({ row }, index) => {
      const { status = 0, object, problem } = results[index] ?? {};
      const isWritten = status >= 200 && status < 300;
      outcomes.push({
        row,
        entity: isWritten && isEntity(object) ? object : undefined,
        error: isWritten ? undefined : errorOf(status, problem),
      });
    });
  }
  return outcomes;
}

function bodyOf({ row, cells }: PastedRow): object {
  return { version: row.version, ...Object.fromEntries(cells.map(({ column, after }) => [column.field, after])) };
}

interface Refusal {
  readonly detail?: string | undefined;
  readonly errors?: readonly { readonly detail: string }[] | undefined;
}

function errorOf(status: number, { detail, errors = [] }: Refusal = {}): string {
  if (status === 412) return "Someone else changed it. Review it and paste again.";
  return errors.length > 0 ? errors.map((error) => error.detail).join(" ") : (detail ?? "The change was rejected.");
}

function isEntity(value: unknown): value is AnyEntity {
  return typeof value === "object" && value !== null && "id" in value && "version" in value && "typePath" in value;
}
