import { Readable } from "node:stream";
import type { BlobStore, ByteRange } from "../platform/blobs/blob-store.ts";
import { conflict, notFound } from "../platform/errors.ts";
import type { FilePiece, FileRow, FileStorage } from "./file.ts";
import { findFile } from "./file-store.ts";

/** All bytes of a complete file. */
export async function openFile(services: FileStorage, orgId: string, id: string): Promise<Readable> {
  const file = await requireComplete(services, orgId, id);
  return readPieces(services, file, { first: 0, last: file.size - 1 });
}

export async function requireComplete({ db }: FileStorage, orgId: string, id: string): Promise<FileRow> {
  const file = await findFile(db, orgId, id);
  if (file === undefined) {
    throw notFound("file", id);
  }
  if (file.status !== "completed") {
    throw conflict(`${file.uploaded_size} of ${file.size} bytes were received. Complete the upload first.`);
  }
  return file;
}

interface Extract {
  readonly key: string;
  readonly range: ByteRange;
}

/**
 * A range of bytes of a file. Resolves once the first can be read, so that an unavailable store is reported in time.
 */
export async function readPieces({ blobs }: FileStorage, file: FileRow, range: ByteRange): Promise<Readable> {
  const [head, ...rest] = extractsOf(file.pieces, range);
  if (head === undefined) {
    return Readable.from([]);
  }
  const first = await blobs.read(head.key, head.range);
  if (rest.length === 0) {
    return first;
  }
  const joined = Readable.from(join(blobs, first, rest), { objectMode: false });
  // A stream that is never read does not reach the end of join.
  return joined.once("close", () => first.destroy());
}

async function* join(blobs: BlobStore, first: Readable, rest: readonly Extract[]): AsyncGenerator<Buffer> {
  yield* first;
  for (const { key, range } of rest) {
    yield* await blobs.read(key, range);
  }
}

function extractsOf(pieces: readonly FilePiece[], { first, last }: ByteRange): Extract[] {
  let start = 0;
  return pieces.flatMap(({ key, size }) => {
    const range = { first: Math.max(0, first - start), last: Math.min(size, last - start + 1) - 1 };
    start += size;
    return range.first <= range.last ? [{ key, range }] : [];
  });
}
