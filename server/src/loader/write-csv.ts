/** Marks a file written by the service, whose cells are escaped. The column itself has no values. */
export const escapedColumn = "_escaped";

// Spreadsheets evaluate these as formulas; they strip tabs and line ends first.
const formula = /^[=+\-@\t\r\n]/;
const escapedFormula = /^'+[=+\-@\t\r\n]/;
// Negative numbers must stay numbers, and are harmless.
const plainNumber = /^[+-][\d.,]*\d[\d.,]*(?:[eE][+-]?\d+)?%?$/;

/**
 * Prefixes a cell that a spreadsheet would evaluate as a formula with an apostrophe, so that it is shown as text. A
 * cell that already looks escaped gets another one, so that unescapeFormula always restores the original.
 */
export function escapeFormula(cell: string): string {
  const isFormula = formula.test(cell) && !plainNumber.test(cell);
  return isFormula || escapedFormula.test(cell) ? `'${cell}` : cell;
}

export function unescapeFormula(cell: string): string {
  return escapedFormula.test(cell) ? cell.slice(1) : cell;
}

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
