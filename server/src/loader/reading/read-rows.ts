import { LoadFailedError } from "../load-errors.ts";
import type { IssueSink } from "../load-issue.ts";
import type { CsvRow } from "../row.ts";
import { checkHeaders, fitRows } from "./check-headers.ts";
import { detectDelimiter } from "./detect-delimiter.ts";
import type { Encoding } from "./encoding.ts";
import { type OpenText, openText } from "./open-text.ts";
import { readingError } from "./reading-issue.ts";
import { type ParsedRow, RowParser } from "./row-parser.ts";

export interface ReadingOptions {
  /** Preferably the result of findEncoding. Default: the byte order mark, or UTF-8. */
  readonly encoding?: Encoding | undefined;
  /** Default: detected from the header. */
  readonly delimiter?: string | undefined;
}

export interface CsvReading {
  readonly headers: readonly string[];
  readonly delimiter: string;
  readonly encoding: Encoding;
  /**
   * Can be iterated once. Bytes are read as rows are requested; the source is closed at the end or on an early exit.
   */
  readonly rows: AsyncIterable<readonly CsvRow[]>;
  /** For a reader that does not iterate the rows. */
  close(): Promise<void>;
}

/**
 * Parses bytes into rows: phase 1 of the specification. Reads the headers at once. An unreadable file is a
 * LoadFailedError.
 */
export async function readRows(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadingOptions,
  issues: IssueSink,
): Promise<CsvReading> {
  const text = await openText(bytes, options.encoding, issues);
  try {
    const { head, delimiter } = await readHead(text, options.delimiter);
    const parser = new RowParser(delimiter);
    parser.push(head);
    const headers = checkHeaders(await readHeaders(text, parser, head), issues);
    const rows = readBatches(text, parser, headers, issues);
    return { headers, delimiter, encoding: text.encoding, rows, close: text.close };
  } catch (error) {
    await text.close();
    throw error;
  }
}

/** A longer header shows its delimiter before it ends. */
const headCharactersMax = 65_536;

/** Reads until the delimiter is certain. */
async function readHead(text: OpenText, given: string | undefined): Promise<{ head: string; delimiter: string }> {
  if (given !== undefined) {
    return { head: "", delimiter: given };
  }
  let head = "";
  for (;;) {
    const { delimiter, isCertain } = detectDelimiter(head);
    const piece = isCertain || head.length > headCharactersMax ? "" : await nextPiece(text, head.length);
    if (piece === "") {
      return { head, delimiter };
    }
    head += piece;
  }
}

/**
 * Empty only at the end. Characters scanned without a result are scanned again with the next piece. Pieces that grow
 * with them keep the total linear, however small the chunks are.
 */
async function nextPiece({ pieces }: OpenText, scannedCharacters: number): Promise<string> {
  let piece = "";
  do {
    const step = await pieces.next();
    if (step.done === true) {
      break;
    }
    piece += step.value;
  } while (piece.length === 0 || piece.length < scannedCharacters);
  return piece;
}

async function readHeaders(text: OpenText, parser: RowParser, head: string): Promise<ParsedRow> {
  let isEmpty = head === "";
  while (parser.rows.length === 0 && (await readOn(text, parser)) > 0) {
    isEmpty = false;
  }
  const headers = parser.rows.shift();
  if (headers === undefined) {
    throw noHeaders(isEmpty);
  }
  return headers;
}

function noHeaders(isEmpty: boolean): LoadFailedError {
  return new LoadFailedError([
    {
      issueType: "HEADER_MISMATCH",
      severity: "error",
      rowNumber: 1,
      message: isEmpty ? "The file is empty." : "The file contains only blank lines.",
      suggestion: "The first row must contain the column names; check that the export was complete.",
    },
  ]);
}

const batchRowsMax = 1_000;
/** Short rows of a wide file are padded, so their cells are bounded, not only their characters. */
const batchCellsMax = 200_000;
const batchCharactersMax = 1_048_576;

async function* readBatches(
  text: OpenText,
  parser: RowParser,
  headers: readonly string[],
  issues: IssueSink,
): AsyncGenerator<readonly CsvRow[], void> {
  const rowsMax = Math.max(1, Math.min(batchRowsMax, Math.floor(batchCellsMax / headers.length)));
  try {
    let isEnd = false;
    while (!isEnd || parser.rows.length > 0) {
      let characters = 0;
      while (!isEnd && parser.rows.length < rowsMax && characters < batchCharactersMax) {
        const read = await readOn(text, parser);
        characters += read;
        isEnd = read === 0;
      }
      const batch = fitRows(parser.rows.splice(0, rowsMax), headers, issues);
      if (batch.length > 0) {
        yield batch;
      }
    }
  } finally {
    await text.close();
  }
}

/** Passes the next text to the parser, and returns its number of characters; 0 at the end. */
async function readOn(text: OpenText, parser: RowParser): Promise<number> {
  const piece = await nextPiece(text, parser.restCharacters);
  parser.push(piece);
  if (piece === "") {
    endText(text, parser);
  }
  return piece.length;
}

function endText(text: OpenText, parser: RowParser): void {
  const error = text.error();
  if (error !== undefined) {
    throw readingError(parser.place, error);
  }
  parser.end();
}
