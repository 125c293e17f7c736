import { ApiError } from "../api-error.ts";
import { fillPath } from "../call-operation.ts";
import type { StoredFile } from "../contract/schemas.ts";
import type { Caller, CallOptions } from "../operation-call.ts";
import { writeQuery } from "../query.ts";
import { backoffMs, pause, retriesDefault, retryDelayAfter } from "../retry.ts";
import { readJson } from "../transport.ts";
import { lengthOf, openPieces, type Pieces, type Uploadable } from "./upload-source.ts";

/** Larger files are sent in chunks of this size; a lost connection costs at most one. */
const pieceBytesDefault = 8 * 1024 * 1024;
/** A chunk may take long on a slow line. */
const timeoutDefaultMs = 300_000;

export interface UploadProgress {
  /** The number of bytes that the service has received. */
  readonly sent: number;
  readonly size: number;
}

/** For calls that transfer bytes. */
export type TransferOptions = Omit<CallOptions, "idempotencyKey" | "ifMatch">;

export interface Upload extends TransferOptions {
  readonly file: Uploadable;
  /** Default: the name of the File or source. */
  readonly fileName?: string | undefined;
  /** Default: the type of the Blob, or from the file extension. */
  readonly contentType?: string | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Sends a small file in one request, and a larger one in chunks, with at most one chunk in memory. */
export async function uploadFile(caller: Caller, upload: Upload, pieceBytes = pieceBytesDefault): Promise<StoredFile> {
  const { file, fileName, contentType, onProgress, ...given } = upload;
  const options = { ...given, timeoutMs: given.timeoutMs ?? timeoutDefaultMs };
  const pieces = openPieces(file);
  const { size } = pieces;
  const name = fileName ?? pieces.name;
  if (name === undefined || name === "") {
    throw new TypeError('Pass a file name: fileName: "items.csv".');
  }
  const path = `/files${writeQuery({ fileName: name, contentType: contentType ?? pieces.contentType, size })}`;
  const report = (sent: number) => onProgress?.({ sent, size });
  try {
    report(0);
    if (size > pieceBytes) {
      const sending = { caller, pieces, pieceBytes, report, options };
      return await sendPieces(sending, await create(caller, { path }, options));
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

/** Can be retried: a duplicate file after a lost response does no harm. */
async function create(caller: Caller, creation: Creation, options: TransferOptions): Promise<StoredFile> {
  const request = { ...creation, method: "POST", isRepeatable: true, isWhole: true } as const;
  return readJson(await caller.send(request, options));
}

interface Sending {
  readonly caller: Caller;
  readonly pieces: Pieces;
  readonly pieceBytes: number;
  readonly report: (sent: number) => void;
  readonly options: TransferOptions;
}

/** After an error, the service returns its offset, and the upload continues from there. */
async function sendPieces(sending: Sending, begun: StoredFile): Promise<StoredFile> {
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

async function sendPiece(sending: Sending, { id, uploadedSize, size }: StoredFile): Promise<StoredFile> {
  const { caller, pieces, pieceBytes, options } = sending;
  // All bytes may have arrived without being recorded; sending the last one again makes the service check.
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
  const delayMs = isElsewhere ? backoffMs(failures) : retryDelayAfter(error, failures, true);
  if (delayMs === undefined || failures >= (options.retries ?? retriesDefault)) {
    throw error;
  }
  await pause(delayMs, options.signal);
}
