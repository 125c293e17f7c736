import { createHash } from "node:crypto";
import { pipeline, type Readable, Transform } from "node:stream";
import type { Transaction } from "../platform/database/database.ts";
import { conflict } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import type { FilePiece, FileStorage } from "./file.ts";
import { markUnattachedBlobForDeletion, noteLooseBlob, takeLooseBlob } from "./file-store.ts";
import { extendHead } from "./pictures/picture-format.ts";
import { removeBytes } from "./remove-file.ts";

export interface BytesToStore {
  readonly fileId: string;
  readonly stream: Readable;
  /** Awaited when all bytes are stored, before they become part of a file. If it throws, the bytes are rejected. */
  readonly confirm?: (() => Promise<void>) | undefined;
}

export interface StoredBytes extends FilePiece {
  readonly sha256: string;
  /** Its first bytes, of which isPicture needs no more. */
  readonly head: Buffer;
}

/**
 * Stores the stream as one blob, and has the work make it part of a file. A failure never leaves bytes behind: the blob
 * is recorded as unattached before it is written, and the transaction that attaches it deletes the record.
 */
export async function storeBytes<Result>(
  services: FileStorage,
  orgId: string,
  { fileId, stream, confirm }: BytesToStore,
  work: (tx: Transaction, bytes: StoredBytes) => Promise<Result>,
): Promise<Result> {
  const { db, blobs } = services;
  const key = `${orgId}/${fileId}/${newId()}`;
  await db.transaction((tx) => noteLooseBlob(tx, orgId, key));
  try {
    const measured = measure(stream);
    await blobs.put(key, measured.stream);
    await confirm?.();
    return await db.transaction(async (tx) => {
      const result = await work(tx, { key, ...measured.result() });
      if (!(await takeLooseBlob(tx, orgId, key))) {
        throw conflict("The upload took more than 24 hours and was aborted. Use a resumable upload.");
      }
      return result;
    });
  } catch (error) {
    await giveUp(services, orgId, key);
    throw error;
  }
}

/** Passes the bytes through, counted and hashed. */
function measure(source: Readable) {
  const hash = createHash("sha256");
  let size = 0;
  let head: Buffer = Buffer.alloc(0);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      head = extendHead(head, chunk);
      done(null, chunk);
    },
  });
  pipeline(source, stream, () => {}); // The reader of the stream receives failures.
  return { stream, result: () => ({ size, head, sha256: hash.digest("hex") }) };
}

/** If even this fails, the job that deletes old records does it a day later. */
async function giveUp(services: FileStorage, orgId: string, key: string): Promise<void> {
  try {
    // A commit whose response was lost has deleted the record: then the bytes belong to a file.
    if (await services.db.transaction((tx) => markUnattachedBlobForDeletion(tx, orgId, key))) {
      await removeBytes(services, orgId, [key]);
    }
  } catch {
    // Ignored on purpose: the caller must see the first error.
  }
}
