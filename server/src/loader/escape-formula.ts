/** A file with this column was written by us, and its cells are escaped. The column itself has no values. */
export const escapedColumn = "_escaped";

// What spreadsheets run as a formula; tab and line ends are taken off before they look.
const formula = /^[=+\-@\t\r\n]/;
const escapedFormula = /^'+[=+\-@\t\r\n]/;
// Negative numbers must stay numbers, and are harmless.
const plainNumber = /^[+-][\d.,]*\d[\d.,]*(?:[eE][+-]?\d+)?%?$/;

/**
 * Puts an apostrophe before what a spreadsheet would run as a formula, so that it shows it as text. A cell that looks
 * escaped already gets another one, so that unescapeFormula always gives back just what was there.
 */
export function escapeFormula(cell: string): string {
  const isFormula = formula.test(cell) && !plainNumber.test(cell);
  return isFormula || escapedFormula.test(cell) ? `'${cell}` : cell;
}

export function unescapeFormula(cell: string): string {
  return escapedFormula.test(cell) ? cell.slice(1) : cell;
}
