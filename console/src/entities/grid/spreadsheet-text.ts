/** Cells as spreadsheets copy them: tabs and lines, with quotes around a cell that contains either. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let place = 0;
  // A line break at the end closes the last row and starts none.
  const whole = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  while (place <= whole.length) {
    const { cell, next } = whole[place] === '"' ? quotedCell(whole, place) : bareCell(whole, place);
    row.push(cell);
    if (whole[next] !== "\t") {
      rows.push(row);
      row = [];
    }
    place = next + 1;
  }
  return rows;
}

interface ReadCell {
  readonly cell: string;
  readonly next: number;
}

function bareCell(text: string, from: number): ReadCell {
  const end = /[\t\n]/g;
  end.lastIndex = from;
  const next = end.exec(text)?.index ?? text.length;
  return { cell: text.slice(from, next), next };
}

/** A quote that is not closed, or is followed by more, is a literal quote. */
function quotedCell(text: string, from: number): ReadCell {
  const cell = /"(?:[^"]|"")*"(?=[\t\n]|$)/y;
  cell.lastIndex = from;
  const [whole] = cell.exec(text) ?? [];
  if (whole === undefined) return bareCell(text, from);
  return { cell: whole.slice(1, -1).replaceAll('""', '"'), next: from + whole.length };
}

export function writeTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => quoted(cell, /[\t\n\r"]/)).join("\t")).join("\n");
}

/** The heading that marks the cells of a file as escaped for a load; its column is empty. */
export const escapedColumn = "_escaped";

/** One line of CSV by RFC 4180, with its line break. Spreadsheets do not run any cell as a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells
    .map(escapeFormula)
    .map((cell) => quoted(cell, /[",\n\r]|^\s|\s$/))
    .join(",")}\r\n`;
}

function quoted(cell: string, needsQuotes: RegExp): string {
  return needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** As the service escapes the cells of its own files: docs/loads.md, Formula cells. Numbers stay numbers. */
function escapeFormula(cell: string): string {
  const isNumber = /^[+-][\d.,]*\d[\d.,]*(?:[eE][+-]?\d+)?%?$/.test(cell);
  return /^'*[=+\-@\t\r\n]/.test(cell) && !isNumber ? `'${cell}` : cell;
}

export function unescapeFormula(cell: string): string {
  return /^'+[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell;
}
