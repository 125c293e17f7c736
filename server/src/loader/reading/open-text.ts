import type { IssueSink } from "../load-issue.ts";
import { decodeStart, decodeWhole, type Encoding } from "./encoding.ts";
import { openBytes, wholePieces } from "./open-bytes.ts";
import type { ReadingIssue } from "./reading-issue.ts";

export interface OpenText {
  readonly encoding: Encoding;
  /** They end before the first byte that is not text. */
  readonly pieces: AsyncIterator<string, void>;
  /** Why the pieces ended before the file. */
  error(): ReadingIssue | undefined;
  /** Must always be called at the end. */
  close(): Promise<void>;
}

/**
 * Without a byte order mark and a given encoding, the file must be valid UTF-8. findEncoding detects other encodings.
 */
export async function openText(
  bytes: AsyncIterable<Uint8Array>,
  given: Encoding | undefined,
  issues: IssueSink,
): Promise<OpenText> {
  const { markedEncoding, chunks, close } = await openBytes(bytes);
  const encoding = markedEncoding ?? given ?? "utf-8";
  if (given !== undefined && given !== encoding) {
    warnOfMark(given, encoding, issues);
  }
  let error: ReadingIssue | undefined;
  const pieces = decodePieces(chunks, encoding, (found) => {
    error = found;
  });
  return { encoding, pieces, error: () => error, close };
}

/** The mark wins: a configuration is used for many files, and no text in another encoding starts with these bytes. */
function warnOfMark(given: Encoding, marked: Encoding, issues: IssueSink): void {
  issues.addOnce("byte-order-mark", {
    issueType: "CONFIG",
    severity: "warning",
    message: `encoding is ${given}, but the file starts with the byte order mark of ${marked} and was read as such.`,
    suggestion: "Remove encoding from the configuration, or save the file in that encoding.",
  });
}

async function* decodePieces(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  reportError: (error: ReadingIssue) => void,
): AsyncGenerator<string, void> {
  for await (const piece of decodablePieces(chunks, encoding)) {
    const whole = decodeWhole(piece, encoding);
    const text = whole ?? decodeStart(piece, encoding);
    const nul = text.indexOf("\0");
    yield nul === -1 ? text : text.slice(0, nul);
    if (nul !== -1) {
      return reportError(nulError(text));
    }
    if (whole === undefined) {
      return reportError(encodingError(encoding));
    }
  }
}

async function* decodablePieces(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<Uint8Array, void> {
  for await (const piece of wholePieces(chunks, encoding)) {
    yield* encoding === "utf-8" ? runsOfLines(piece) : [piece];
  }
}

function nulError(text: string): ReadingIssue {
  const encoding = guessUtf16(text);
  const message = "invalid NUL character";
  return encoding === undefined
    ? {
        issueType: "INVALID_DATA",
        message: `${message}; the file seems to be binary.`,
        suggestion: "Upload the table itself, exported as CSV (UTF-8).",
      }
    : {
        issueType: "INVALID_DATA",
        message: `${message}; the file seems to be UTF-16 without a byte order mark.`,
        suggestion: `Export it as CSV (UTF-8), or set encoding to "${encoding}".`,
      };
}

/** Detects the zero bytes around the first two characters of a header in Latin letters. */
function guessUtf16(text: string): Encoding | undefined {
  const zeros = Array.from(text.slice(0, 4), (character) => (character === "\0" ? "0" : "x")).join("");
  if (zeros === "x0x0") {
    return "utf-16le";
  }
  return zeros === "0x0x" ? "utf-16be" : undefined;
}

function encodingError(encoding: Encoding): ReadingIssue {
  return {
    issueType: "INVALID_DATA",
    message: `the row contains bytes that are not valid ${encoding.toUpperCase()}.`,
    suggestion:
      encoding === "utf-8"
        ? 'Save the file as UTF-8, or set encoding to "windows-1252" if it comes from an old Windows program.'
        : "Save the file as UTF-8, or set encoding to the encoding of the file.",
  };
}

const lineFeed = 10;
// The first lead byte of characters beyond U+00FF.
const firstWide = 0xc4;

/**
 * Splits UTF-8 between lines with characters beyond Latin-1 and lines without. The engine stores a text with such a
 * character, and all its substrings, with two bytes per character: a single ™ would double the memory of thousands of
 * rows.
 */
export function* runsOfLines(bytes: Uint8Array): Generator<Uint8Array, void> {
  let runStart = 0;
  let lineStart = 0;
  let isRunWide = false;
  while (lineStart < bytes.length) {
    const lineEnd = endOfLine(bytes, lineStart);
    const isLineWide = isWide(bytes, lineStart, lineEnd);
    if (isLineWide !== isRunWide && lineStart > runStart) {
      yield bytes.subarray(runStart, lineStart);
      runStart = lineStart;
    }
    isRunWide = isLineWide;
    lineStart = lineEnd;
  }
  if (runStart < bytes.length) {
    yield bytes.subarray(runStart);
  }
}

function endOfLine(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(lineFeed, start);
  return end === -1 ? bytes.length : end + 1;
}

function isWide(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if ((bytes[at] ?? 0) >= firstWide) {
      return true;
    }
  }
  return false;
}
