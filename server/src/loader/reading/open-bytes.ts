import { LoadFailure } from "../load-issue.ts";
import { type Encoding, findByteOrderMark, wholeCharactersLength } from "./encoding.ts";
import { findFileKind, headBytes } from "./file-kind.ts";

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
    throw new LoadFailure([
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
