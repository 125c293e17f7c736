import { escapeFormula } from "../escape-formula.ts";

/** At the start of a file: without it, spreadsheets misread accents and save them wrongly. */
export const byteOrderMark = "\uFEFF";

/** A line of a CSV file for use in spreadsheets: no cell is evaluated as a formula. */
export function csvLine(cells: readonly string[]): string {
  // A line with one empty cell would be blank, and skipped by readers.
  const line = cells.length === 1 && cells[0] === "" ? '""' : cells.map(escapeFormula).map(quoteCell).join(",");
  return `${line}\r\n`;
}

/** Also quotes other common delimiters, so that delimiter detection is not misled by a header. */
function quoteCell(cell: string): string {
  return /[",;\t|\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
}
