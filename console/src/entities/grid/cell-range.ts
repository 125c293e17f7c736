import type { CellPlace } from "./move-cell.ts";

/** A rectangle of cells; all bounds are included. */
export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** The rectangle between two cells, in any order. */
export function rangeBetween(one: CellPlace, other: CellPlace): CellRange {
  return {
    top: Math.min(one.row, other.row),
    left: Math.min(one.column, other.column),
    bottom: Math.max(one.row, other.row),
    right: Math.max(one.column, other.column),
  };
}

export function sizeOfRange({ top, left, bottom, right }: CellRange) {
  return { rows: bottom - top + 1, columns: right - left + 1 };
}

export function isSingle({ top, left, bottom, right }: CellRange): boolean {
  return top === bottom && left === right;
}

/** The range of a fill: longer in the direction of the cell under the pointer, as far as that cell. */
export function fillRange(from: CellRange, { row, column }: CellPlace): CellRange {
  if (row > from.bottom) return { ...from, bottom: row };
  if (row < from.top) return { ...from, top: row };
  if (column > from.right) return { ...from, right: column };
  return column < from.left ? { ...from, left: column } : from;
}

/** The cell that a filled cell is copied from: the source repeats in both directions. */
export function sourceOf(from: CellRange, { row, column }: CellPlace): CellPlace {
  const { rows, columns } = sizeOfRange(from);
  return {
    row: from.top + modulo(row - from.top, rows),
    column: from.left + modulo(column - from.left, columns),
  };
}

/** What is filled by a key: the first row or column of the range, or for one cell the one before it. */
export function fillSource(range: CellRange, direction: "down" | "right"): { from: CellRange; to: CellRange } {
  const { top, left, bottom, right } = range;
  if (direction === "down") {
    const first = top === bottom ? Math.max(0, top - 1) : top;
    return { from: { ...range, top: first, bottom: first }, to: { ...range, top: first } };
  }
  const first = left === right ? Math.max(0, left - 1) : left;
  return { from: { ...range, left: first, right: first }, to: { ...range, left: first } };
}

/** Repeats a pasted block over a range that it fits into a whole number of times; else it is pasted once. */
export function spreadBlock(block: readonly (readonly string[])[], range: CellRange): readonly (readonly string[])[] {
  const { rows, columns } = sizeOfRange(range);
  const width = Math.max(0, ...block.map((texts) => texts.length));
  const isWhole = block.length > 0 && width > 0 && rows % block.length === 0 && columns % width === 0;
  if (!isWhole) return block;
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_cell, column) => block[row % block.length]?.[column % width] ?? ""),
  );
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
