import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Database } from "../platform/database/database.ts";
import { notFound } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { Problem } from "../platform/problem.ts";
import { ByteCutter } from "./byte-cutter.ts";
import type { FileRow, FileStorage } from "./file.ts";
import { cleanFileName, guessContentType } from "./file-name.ts";
import { appendPiece, completeFile, findFile, insertFile } from "./file-store.ts";
import { readPieces } from "./open-file.ts";
import { extendHead } from "./pictures/picture-format.ts";
import { examinePicture } from "./pictures/picture-jobs.ts";
import { storeBytes } from "./store-bytes.ts";

interface Continuation {
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
  services: FileStorage,
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
  services: FileStorage,
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
async function completeIfFull(services: FileStorage, orgId: string, file: FileRow): Promise<FileRow> {
  if (!isFull(file) || file.status === "completed") {
    return file;
  }
  const hash = createHash("sha256");
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of await readPieces(services, file, { first: 0, last: file.size - 1 })) {
    hash.update(chunk);
    head = extendHead(head, chunk);
  }
  const sha256 = hash.digest("hex");
  const completed = await services.db.transaction(async (tx) => {
    const picture = await examinePicture(tx, orgId, file.id, head);
    return completeFile(tx, orgId, file.id, { sha256, picture });
  });
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

interface UploadPlan {
  readonly fileName: string;
  readonly contentType: string | undefined;
  /** Greater than 0. */
  readonly size: number;
}

/** Creates a file without bytes; continueUpload adds them. */
export async function beginUpload(
  { db }: FileStorage,
  orgId: string,
  actor: { readonly id: string },
  { fileName: given, contentType, size }: UploadPlan,
): Promise<FileRow> {
  const fileName = cleanFileName(given);
  return db.transaction((tx) =>
    insertFile(tx, orgId, {
      id: newId(),
      file_name: fileName,
      content_type: contentType ?? guessContentType(fileName),
      size,
      uploaded_size: 0,
      status: "uploading",
      sha256: null,
      pieces: [],
      picture: null,
      created_by_id: actor.id,
    }),
  );
}
