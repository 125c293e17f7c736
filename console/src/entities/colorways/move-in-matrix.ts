/** A cell of a matrix with headings: row 0 and column 0 are those. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

interface MatrixSize {
  readonly rows: number;
  readonly columns: number;
}

const steps: Readonly<Record<string, CellPlace>> = {
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
};

/** The cell that a key moves to; undefined if it does not move. The corners have nothing to act on. */
export function moveInMatrix(from: CellPlace, key: string, { rows, columns }: MatrixSize): CellPlace | undefined {
  const last = columns - 1;
  const step = steps[key] ?? { row: 0, column: 0 };
  const column = key === "Home" ? 0 : key === "End" ? last : from.column + step.column;
  const to = { row: from.row + step.row, column };
  const isInside = to.row >= 0 && to.row < rows && column >= 0 && column <= last;
  const isCorner = to.row === 0 && (column === 0 || column === last);
  const isSame = to.row === from.row && column === from.column;
  return !isInside || isSame || isCorner ? undefined : to;
}
