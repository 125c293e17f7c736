import { isUtf8 } from "node:buffer";
import { LoadFailedError } from "../load-errors.ts";
import type { IssueSink } from "../load-issue.ts";
import { type Encoding, findByteOrderMark, wholeCharactersLength } from "./encoding.ts";

interface OpenBytes {
  /** The encoding of the byte order mark, if there is one. */
  readonly markedEncoding: Encoding | undefined;
  /** Without the byte order mark. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Must always be called at the end. */
  close(): Promise<void>;
}

/** Checks the first bytes, and rejects files that are certainly not CSV. */
export async function openBytes(bytes: AsyncIterable<Uint8Array>): Promise<OpenBytes> {
  const source = bytes[Symbol.asyncIterator]();
  const close = async () => {
    await source.return?.();
  };
  try {
    const head = await readHead(source);
    refuseOtherFiles(head);
    const mark = findByteOrderMark(head);
    const chunks = chunksAfter(head.subarray(mark?.bytes.length ?? 0), source);
    return { markedEncoding: mark?.encoding, chunks, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const pieceBytes = 65_536;

/** Small pieces of whole characters, for chunks of any size and cut. */
export async function* wholePieces(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<Uint8Array, void> {
  let begun = Buffer.alloc(0);
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const part = chunk.subarray(at, at + pieceBytes);
      const piece = begun.length === 0 ? part : Buffer.concat([begun, part]);
      const wholeLength = wholeCharactersLength(piece, encoding);
      // A copy, because the source may reuse its buffer.
      begun = Buffer.concat([piece.subarray(wholeLength)]);
      if (wholeLength > 0) {
        yield piece.subarray(0, wholeLength);
      }
    }
  }
  if (begun.length > 0) {
    yield begun;
  }
}

async function readHead(source: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < headBytes) {
    const step = await source.next();
    if (step.done === true) {
      break;
    }
    parts.push(step.value);
    length += step.value.length;
  }
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
}

function refuseOtherFiles(head: Uint8Array): void {
  const kind = findFileKind(head);
  if (kind !== undefined) {
    throw new LoadFailedError([
      {
        issueType: "INVALID_DATA",
        severity: "error",
        message: `The file is not CSV; it seems to be ${kind.name}.`,
        suggestion: kind.suggestion,
      },
    ]);
  }
}

async function* chunksAfter(head: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  yield head;
  for (let step = await source.next(); step.done !== true; step = await source.next()) {
    yield step.value;
  }
}

interface FileKind {
  readonly signature: readonly number[];
  readonly name: string;
  readonly suggestion: string;
}

const exportSheet = "Open it in the spreadsheet program and export the sheet as CSV (UTF-8).";
const exportOther = "Upload the table itself, exported as CSV (UTF-8).";

const fileKinds: readonly FileKind[] = [
  {
    signature: [0x50, 0x4b, 0x03, 0x04],
    name: "an Excel workbook (XLSX) or another ZIP archive",
    suggestion: exportSheet,
  },
  { signature: [0xd0, 0xcf, 0x11, 0xe0], name: "an old Excel workbook (XLS)", suggestion: exportSheet },
  { signature: [0x1f, 0x8b], name: "compressed with gzip", suggestion: "Unpack it first." },
  { signature: codes("%PDF-"), name: "a PDF document", suggestion: exportOther },
  { signature: [0x89, ...codes("PNG")], name: "a PNG image", suggestion: exportOther },
  { signature: [0xff, 0xd8, 0xff], name: "a JPEG image", suggestion: exportOther },
  { signature: codes("GIF87a"), name: "a GIF image", suggestion: exportOther },
  { signature: codes("GIF89a"), name: "a GIF image", suggestion: exportOther },
];

/** Long enough for every signature and for a byte order mark. */
const headBytes = 8;

/** The type of a file that was uploaded by mistake; undefined if it may be text. */
function findFileKind(head: Uint8Array): FileKind | undefined {
  return fileKinds.find(({ signature }) => signature.every((byte, index) => head[index] === byte));
}

function codes(text: string): number[] {
  return [...Buffer.from(text, "latin1")];
}

/**
 * Scans all bytes before the file is parsed: the first byte that is not UTF-8 may be in the last row, long after other
 * rows were parsed. The scan costs a small part of the parsing. Its result is then passed to readRows each time.
 */
export async function findEncoding(bytes: AsyncIterable<Uint8Array>, issues: IssueSink): Promise<Encoding> {
  const open = await openBytes(bytes);
  try {
    return open.markedEncoding ?? (await findUnmarkedEncoding(open.chunks, issues));
  } finally {
    await open.close();
  }
}

async function findUnmarkedEncoding(chunks: AsyncIterable<Uint8Array>, issues: IssueSink): Promise<Encoding> {
  for await (const piece of wholePieces(chunks, "utf-8")) {
    if (!isUtf8(piece)) {
      issues.addOnce("not-utf-8", {
        issueType: "INVALID_DATA",
        severity: "warning",
        message: "The file is not valid UTF-8 and was read as Windows-1252.",
        suggestion: "Check a text with accents; if it is wrong, save the file as UTF-8 or set encoding.",
      });
      return "windows-1252";
    }
  }
  return "utf-8";
}
