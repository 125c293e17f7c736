import type { IssueSink } from "../load-issue.ts";
import { decodeStart, decodeWhole, type Encoding } from "./encoding.ts";
import { openBytes, wholePieces } from "./open-bytes.ts";
import type { ReadingError } from "./reading-failure.ts";
import { runsOfLines } from "./runs-of-lines.ts";

export interface OpenText {
  readonly encoding: Encoding;
  /** They end before the first byte that is not text. */
  readonly pieces: AsyncIterator<string, void>;
  /** Why the pieces ended before the file. */
  error(): ReadingError | undefined;
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
  let error: ReadingError | undefined;
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
  reportError: (error: ReadingError) => void,
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

function nulError(text: string): ReadingError {
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

function encodingError(encoding: Encoding): ReadingError {
  return {
    issueType: "INVALID_DATA",
    message: `the row contains bytes that are not valid ${encoding.toUpperCase()}.`,
    suggestion:
      encoding === "utf-8"
        ? 'Save the file as UTF-8, or set encoding to "windows-1252" if it comes from an old Windows program.'
        : "Save the file as UTF-8, or set encoding to the encoding of the file.",
  };
}
