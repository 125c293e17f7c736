import { escapedColumn, unescapeFormula } from "../entities/grid/spreadsheet-text.ts";
import { type CsvRow, type Delimiter, detectDelimiter, parseCsv } from "./csv-text.ts";

type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** What the beginning of a file shows, before it is uploaded. */
export interface CsvPreview {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly headers: readonly string[];
  /** Each with as many cells as there are headers. */
  readonly rows: readonly CsvRow[];
  /** Whether these are all rows of the file. */
  readonly isWhole: boolean;
  /** Of all rows, where the file is longer. */
  readonly rowsEstimated: number;
  /** The file is an issues file: its extra columns are skipped. */
  readonly isIssuesFile: boolean;
  /** What the loader would reject, as messages. */
  readonly errors: readonly string[];
}

/** Enough to see what is in a file, and little enough to read at once. */
export const previewBytes = 262_144;

const issueColumns = ["_row", "_column", "_severity", "_code", "_message", "_suggestion"] as const;

/** Reads the first bytes of a file of this size. */
export function readCsvPreview(bytes: Uint8Array, fileSize: number): CsvPreview {
  const isWhole = bytes.length >= fileSize;
  const { encoding, text } = decode(bytes, isWhole);
  const delimiter = detectDelimiter(text);
  const parsed = parseCsv(text, delimiter);
  // The last row of a longer file may be cut.
  const all = isWhole ? parsed.rows : parsed.rows.slice(0, -1);
  const [headerRow, ...rest] = all;
  const names = withoutTrailing(headerRow?.cells ?? []);
  const isIssuesFile = issueColumns.every((name) => names.includes(name));
  const isEscaped = names.includes(escapedColumn);
  const own = new Set<string>([...(isIssuesFile ? issueColumns : []), ...(isEscaped ? [escapedColumn] : [])]);
  const kept = [...names.keys()].filter((index) => !own.has(names[index] ?? ""));
  const restore = isEscaped ? unescapeFormula : (cell: string) => cell;
  const pick = (cells: readonly string[]) => kept.map((index) => restore(cells[index] ?? ""));
  const rows = rest.map(({ number, cells }) => ({ number, cells: pick(cells) }));
  return {
    encoding,
    delimiter,
    headers: pick(names),
    rows,
    isWhole,
    rowsEstimated: isWhole ? rows.length : Math.round((rows.length * fileSize) / Math.max(1, bytes.length)),
    isIssuesFile,
    errors: [
      ...validateHeaders(names, text),
      ...(isWhole && parsed.isQuoteOpen ? ["A quote is not closed."] : []),
      ...validateRows(rest, names.length),
    ],
  };
}

function decode(bytes: Uint8Array, isWhole: boolean): { readonly encoding: Encoding; readonly text: string } {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return { encoding: marked, text: decodeAs(marked, bytes) };
  try {
    // A character that is cut at the end of the sample is not an error.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !isWhole });
    return { encoding: "utf-8", text };
  } catch {
    return { encoding: "windows-1252", text: decodeAs("windows-1252", bytes) };
  }
}

function markedEncoding([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

function decodeAs(encoding: Encoding, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes);
}

function withoutTrailing(names: readonly string[]): readonly string[] {
  return names.slice(0, names.findLastIndex((name) => name !== "") + 1);
}

function validateHeaders(names: readonly string[], text: string): string[] {
  if (text.trim() === "") return ["The file is empty. The first row must contain the column names."];
  const empty = names.flatMap((name, index) =>
    name === "" ? [`Column ${index + 1} has no name. Give it one, or remove the column.`] : [],
  );
  const doubles = [...new Set(names.filter((name, index) => name !== "" && names.indexOf(name) !== index))];
  return [...empty, ...doubles.map((name) => `Two columns are named ${name}. Rename or remove one of them.`)];
}

function validateRows(rows: readonly CsvRow[], width: number): string[] {
  const long = rows.find(({ cells }) => cells.slice(width).some((cell) => cell !== ""));
  return long === undefined
    ? []
    : [`Row ${long.number} has more cells than there are columns. Quote cells that contain the delimiter.`];
}
