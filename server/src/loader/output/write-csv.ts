/** At the beginning of a file: without it, spreadsheets read accents wrongly and write them back so. */
export const byteOrderMark = "\uFEFF";

/**
 * A line of a CSV file of ours. Cells of the user come out as they were read, because the file is mended and loaded
 * again. Own cells that a spreadsheet would run as a formula are disarmed: they may begin with what a user has written.
 */
export function csvLine(userCells: readonly string[], ownCells: readonly string[] = []): string {
  const cells = [...userCells, ...ownCells.map(disarm)];
  // A line with one empty cell would be blank, and skipped by who reads it.
  const line = cells.length === 1 && cells[0] === "" ? '""' : cells.map(quoteCell).join(",");
  return `${line}\r\n`;
}

/** The apostrophe is how a spreadsheet itself marks a text; tab and CR are taken off before it looks. */
function disarm(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

/** Also around the delimiters of others, so that nobody who detects them is misled by a header. */
function quoteCell(cell: string): string {
  return /[",;\t|\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
}
