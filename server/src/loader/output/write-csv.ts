import { escapeFormula } from "../escape-formula.ts";

/** At the beginning of a file: without it, spreadsheets read accents wrongly and write them back so. */
export const byteOrderMark = "\uFEFF";

/** A line of a CSV file of ours, for people with spreadsheets: no cell is run as a formula. */
export function csvLine(cells: readonly string[]): string {
  // A line with one empty cell would be blank, and skipped by who reads it.
  const line = cells.length === 1 && cells[0] === "" ? '""' : cells.map(escapeFormula).map(quoteCell).join(",");
  return `${line}\r\n`;
}

/** Also around the delimiters of others, so that nobody who detects them is misled by a header. */
function quoteCell(cell: string): string {
  return /[",;\t|\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
}
