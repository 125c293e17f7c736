export interface CsvRow {
  /** As a spreadsheet shows it: the header is row 1, and blank lines count. */
  readonly number: number;
  readonly cells: readonly string[];
}

interface CsvText {
  readonly rows: readonly CsvRow[];
  /** An unclosed quote includes the rest of the file. */
  readonly isQuoteOpen: boolean;
}

/** Parses CSV as the loader does: relaxed quotes, trimmed cells, any line breaks, blank lines skipped. */
export function parseCsv(text: string, delimiter: string): CsvText {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let number = 1;
  let isQuoteOpen = false;
  for (let at = 0; at < text.length || cells.length > 0; ) {
    const cell = readCell(text, at, delimiter);
    cells.push(cell.value);
    isQuoteOpen ||= cell.isOpen;
    at = cell.next;
    if (!cell.endsRow) continue;
    if (cells.length > 1 || cells[0] !== "") rows.push({ number, cells });
    cells = [];
    number += 1;
  }
  return { rows, isQuoteOpen };
}

const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** The most frequent one in the header, outside quotes; the comma if there is none. */
export function detectDelimiter(text: string): Delimiter {
  const counts: Record<Delimiter, number> = { ",": 0, ";": 0, "\t": 0, "|": 0 };
  let isCellStart = true;
  for (let at = /^(?:[ \t]*[\r\n])*/.exec(text)?.[0].length ?? 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "\n" || character === "\r") break;
    const delimiter = delimiters.find((one) => one === character);
    if (delimiter !== undefined) counts[delimiter] += 1;
    if (character === '"' && isCellStart) {
      const closing = closingQuote(text, at);
      at = closing === -1 ? text.length : closing;
    }
    isCellStart = delimiter !== undefined || (isCellStart && character === " ");
  }
  return delimiters.reduce((best, next) => (counts[next] > counts[best] ? next : best));
}

interface Cell {
  readonly value: string;
  readonly next: number;
  readonly endsRow: boolean;
  readonly isOpen: boolean;
}

function readCell(text: string, start: number, delimiter: string): Cell {
  const opening = skipSpaces(text, start, delimiter);
  if (text.charAt(opening) !== '"') {
    const end = cellEnd(text, start, delimiter);
    return { value: text.slice(start, end).trim(), isOpen: false, ...after(text, end, delimiter) };
  }
  const closing = closingQuote(text, opening);
  if (closing === -1) {
    const value = text.slice(opening + 1).replaceAll('""', '"');
    return { value: value.trim(), isOpen: true, next: text.length, endsRow: true };
  }
  const end = cellEnd(text, closing + 1, delimiter);
  const inner = text.slice(opening + 1, closing).replaceAll('""', '"');
  // A cell that continues after its closing quote is kept unchanged: nothing is lost, and it is easy to see.
  const isClean = skipSpaces(text, closing + 1, delimiter) === end;
  const value = isClean ? inner : `"${inner}${text.slice(closing, end)}`;
  return { value: value.trim(), isOpen: false, ...after(text, end, delimiter) };
}

function after(text: string, end: number, delimiter: string): Pick<Cell, "next" | "endsRow"> {
  if (end < text.length && text.charAt(end) === delimiter) return { next: end + 1, endsRow: false };
  const isPair = text.charAt(end) === "\r" && text.charAt(end + 1) === "\n";
  return { next: end + (isPair ? 2 : 1), endsRow: true };
}

function cellEnd(text: string, start: number, delimiter: string): number {
  let end = start;
  while (end < text.length) {
    const character = text.charAt(end);
    if (character === delimiter || character === "\n" || character === "\r") break;
    end += 1;
  }
  return end;
}

function skipSpaces(text: string, start: number, delimiter: string): number {
  let at = start;
  while ((text.charAt(at) === " " || text.charAt(at) === "\t") && text.charAt(at) !== delimiter) at += 1;
  return at;
}

function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (at !== -1 && text.charAt(at + 1) === '"') at = text.indexOf('"', at + 2);
  return at;
}
