import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { notFound } from "../errors.ts";
import type { Database } from "../platform/database/database.ts";
import { Problem } from "../platform/problem.ts";
import { ByteCutter } from "./byte-cutter.ts";
import type { FileRow, FileServices } from "./file.ts";
import { appendPiece, completeFile, findFile } from "./file-store.ts";
import { readPieces } from "./open-file.ts";
import { storeBytes } from "./store-bytes.ts";

export interface Continuation {
  readonly file: FileRow;
  /** Position of the first byte. */
  readonly offset: number;
  readonly stream: Readable;
}

/** The most that a killed node can lose of an upload. */
const pieceBytesMax = 64 * 1024 * 1024;

/**
 * Adds bytes to an upload, piece by piece, each durable before the next. When the stream breaks, the bytes received are
 * kept, and the upload can continue after them. If several callers continue at the same byte, one wins each piece.
 */
export async function continueUpload(
  services: FileServices,
  orgId: string,
  { file, offset, stream }: Continuation,
): Promise<FileRow> {
  if (isFull(file) || file.uploaded_size !== offset) {
    throw wrongOffset(await completeIfFull(services, orgId, file));
  }
  const cutter = new ByteCutter(stream);
  let current = file;
  while (await cutter.hasMore()) {
    current = await addPiece(services, orgId, current, cutter.next(pieceBytesMax));
  }
  if (!isFull(current)) {
    cutter.requireWhole();
  }
  return completeIfFull(services, orgId, current);
}

function isFull({ uploaded_size: uploaded, size }: FileRow): boolean {
  return uploaded === size;
}

async function addPiece(
  services: FileServices,
  orgId: string,
  { id, uploaded_size: offset }: FileRow,
  stream: Readable,
): Promise<FileRow> {
  return storeBytes(services, orgId, { fileId: id, stream }, async (tx, { key, size }) => {
    const after = await appendPiece(tx, orgId, id, { offset, piece: { key, size } });
    if (after === undefined) {
      throw wrongOffset(await requireFile(tx, orgId, id));
    }
    return after;
  });
}

/**
 * Reads all bytes again: the hash of the first pieces may have been computed by a node that is gone. If this fails, the
 * next caller that continues the upload tries again.
 */
async function completeIfFull(services: FileServices, orgId: string, file: FileRow): Promise<FileRow> {
  if (!isFull(file) || file.status === "completed") {
    return file;
  }
  const hash = createHash("sha256");
  for await (const chunk of await readPieces(services, file, { first: 0, last: file.size - 1 })) {
    hash.update(chunk);
  }
  const sha256 = hash.digest("hex");
  const completed = await services.db.transaction((tx) => completeFile(tx, orgId, file.id, sha256));
  return completed ?? requireFile(services.db, orgId, file.id);
}

async function requireFile(db: Database, orgId: string, id: string): Promise<FileRow> {
  const file = await findFile(db, orgId, id);
  if (file === undefined) {
    throw notFound("file", id);
  }
  return file;
}

function wrongOffset({ uploaded_size: offset, size }: FileRow): Problem {
  const detail =
    offset === size
      ? `All ${size} bytes were already received.`
      : `${offset} of ${size} bytes were received. Send the next bytes with Content-Range: bytes ${offset}-…/${size}.`;
  return new Problem("wrong-offset", detail, {
    headers: { "upload-offset": String(offset) },
    members: { uploadOffset: offset },
  });
}
