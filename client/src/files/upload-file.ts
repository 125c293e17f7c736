import { ApiError } from "../api-error.ts";
import { fillPath } from "../call-operation.ts";
import type { File } from "../contract/schemas.ts";
import type { Caller, CallOptions } from "../operation-call.ts";
import { writeQuery } from "../query.ts";
import { backoffMs, delayAfter, pause, retriesDefault } from "../retry.ts";
import { readJson } from "../transport.ts";
import { lengthOf, openPieces, type Pieces, type Uploadable } from "./upload-source.ts";

/** What is larger goes in pieces of this size; a lost connection costs one at most. */
const pieceBytes = 8 * 1024 * 1024;
/** A piece may take its time on a slow line. */
const timeoutDefaultMs = 300_000;

export interface UploadProgress {
  /** The bytes that the service has. */
  readonly sent: number;
  readonly size: number;
}

/** For calls that move bytes. */
export type TransferOptions = Omit<CallOptions, "idempotencyKey" | "ifMatch">;

export interface Upload extends TransferOptions {
  readonly file: Uploadable;
  /** Left out: the name of the File or source. */
  readonly fileName?: string | undefined;
  /** Left out: the type of the Blob, or as the name's ending tells. */
  readonly contentType?: string | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Sends a small file at once, and a larger one piece by piece, of which never more than one is in memory. */
export async function uploadFile(caller: Caller, upload: Upload): Promise<File> {
  const { file, fileName, contentType, onProgress, ...given } = upload;
  const options = { ...given, timeoutMs: given.timeoutMs ?? timeoutDefaultMs };
  const pieces = openPieces(file);
  const { size } = pieces;
  const name = fileName ?? pieces.name;
  if (name === undefined || name === "") {
    throw new TypeError('Name the file: fileName: "items.csv".');
  }
  const path = `/files${writeQuery({ fileName: name, contentType: contentType ?? pieces.contentType, size })}`;
  const report = (sent: number) => onProgress?.({ sent, size });
  try {
    report(0);
    if (size > pieceBytes) {
      return await sendPieces({ caller, pieces, report, options }, await create(caller, { path }, options));
    }
    const body = await pieces.read(0, size);
    const stored = await create(caller, { path, headers: { "Content-Type": bytesType }, body }, options);
    report(size);
    return stored;
  } finally {
    await pieces.close();
  }
}

const bytesType = "application/octet-stream";

type Creation = Omit<Parameters<Caller["send"]>[0], "method">;

/** A file that is stored twice because an answer was lost is in nobody's way, so that this may be repeated. */
async function create(caller: Caller, creation: Creation, options: TransferOptions): Promise<File> {
  const request = { ...creation, method: "POST", isRepeatable: true, isWhole: true } as const;
  return readJson(await caller.send(request, options));
}

interface Sending {
  readonly caller: Caller;
  readonly pieces: Pieces;
  readonly report: (sent: number) => void;
  readonly options: TransferOptions;
}

/** After a fault the service tells how far it has come, and the upload goes on from there. */
async function sendPieces(sending: Sending, begun: File): Promise<File> {
  const { caller, report, options } = sending;
  let file = begun;
  for (let failures = 0; file.status !== "completed"; ) {
    const { id, uploadedSize } = file;
    try {
      file = await sendPiece(sending, file);
    } catch (error) {
      await pauseAfter(error, failures, options);
      file = await caller.call("get-file", { params: { id } }, options);
    }
    const hasMoved = file.uploadedSize > uploadedSize;
    failures = hasMoved ? 0 : failures + 1;
    if (hasMoved) report(file.uploadedSize);
  }
  return file;
}

async function sendPiece({ caller, pieces, options }: Sending, { id, uploadedSize, size }: File): Promise<File> {
  // All bytes may be there without the service having noted it; it looks again when the last one is sent once more.
  const start = Math.min(uploadedSize, size - 1);
  const body = await pieces.read(start, Math.min(pieceBytes, size - start));
  const range = `bytes ${start}-${start + lengthOf(body) - 1}/${size}`;
  const path = fillPath("/files/{id}/content", { id });
  const headers = { "Content-Type": bytesType, "Content-Range": range };
  const response = await caller.send({ method: "PUT", path, headers, body, isWhole: true }, { ...options, retries: 0 });
  return readJson(response);
}

async function pauseAfter(error: unknown, failures: number, options: TransferOptions): Promise<void> {
  const isElsewhere = error instanceof ApiError && error.code === "wrong-offset";
  const delayMs = isElsewhere ? backoffMs(failures) : delayAfter(error, failures, true);
  if (delayMs === undefined || failures >= (options.retries ?? retriesDefault)) {
    throw error;
  }
  await pause(delayMs, options.signal);
}
