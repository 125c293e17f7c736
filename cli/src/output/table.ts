import { cutTo, safeText, widthOf } from "./safe-text.ts";

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => unknown;
  readonly isRight?: boolean;
}

const gap = "  ";
const narrowest = 8;

/** Rows under titles, in columns as wide as their longest cell, cut to the terminal width. */
export function drawTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], columnsMax: number): string {
  const cells = [
    columns.map(({ title }) => title.toUpperCase()),
    ...rows.map((row) => columns.map(({ value }) => cellOf(value(row)))),
  ];
  const widths = fit(
    columns.map((_column, index) => Math.max(...cells.map((line) => widthOf(line[index] ?? "")))),
    columnsMax,
  );
  return cells.map((line) => drawLine(line, widths, columns)).join("");
}

function drawLine<Row>(line: readonly string[], widths: readonly number[], columns: readonly Column<Row>[]): string {
  const drawn = line.map((cell, index) => {
    const width = widths[index] ?? 0;
    const text = cutTo(cell, width);
    const padding = " ".repeat(Math.max(0, width - widthOf(text)));
    return columns[index]?.isRight === true ? padding + text : text + padding;
  });
  return `${drawn.join(gap).trimEnd()}\n`;
}

/** Shrinks the widest column until all fit. */
function fit(wanted: readonly number[], columnsMax: number): number[] {
  const widths = [...wanted];
  const room = columnsMax - gap.length * (widths.length - 1);
  while (widths.reduce((sum, width) => sum + width, 0) > room) {
    const widest = Math.max(...widths);
    if (widest <= narrowest) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
}

/** Undefined as empty; values other than text and numbers as JSON. */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return safeText(typeof value === "object" ? JSON.stringify(value) : String(value));
}
