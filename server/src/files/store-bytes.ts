import { createHash } from "node:crypto";
import { pipeline, type Readable, Transform } from "node:stream";
import { conflict } from "../errors.ts";
import type { Transaction } from "../platform/database/database.ts";
import { newId } from "../platform/ids.ts";
import type { FilePiece, FileServices } from "./file.ts";
import { markUnattachedBlobForDeletion, noteLooseBlob, takeLooseBlob } from "./loose-blob-store.ts";
import { removeBytes } from "./remove-bytes.ts";

export interface BytesToStore {
  readonly fileId: string;
  readonly stream: Readable;
  /** Awaited when all bytes are stored, before they become part of a file; what it throws refuses them. */
  readonly confirm?: (() => Promise<void>) | undefined;
}

export interface StoredBytes extends FilePiece {
  readonly sha256: string;
}

/**
 * Stores the stream as one blob, and has the work make it part of a file. Whatever fails, no bytes are left: the blob is
 * noted before it is written, and the note goes in the transaction that gives it to a file.
 */
export async function storeBytes<Result>(
  services: FileServices,
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
      const result = await work(tx, { key, size: measured.size(), sha256: measured.sha256() });
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

/** The bytes as they come, counted and hashed on the way. */
function measure(source: Readable) {
  const hash = createHash("sha256");
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  pipeline(source, stream, () => {}); // Whoever reads the stream hears of failures.
  return { stream, size: () => size, sha256: () => hash.digest("hex") };
}

/** When even this fails, the job that removes old notes gets there a day later. */
async function giveUp(services: FileServices, orgId: string, key: string): Promise<void> {
  try {
    // A commit whose answer was lost has taken the note: then the bytes are those of a file.
    if (await services.db.transaction((tx) => markUnattachedBlobForDeletion(tx, orgId, key))) {
      await removeBytes(services, orgId, [key]);
    }
  } catch {
    // Kept on purpose: what went wrong first is what the caller must hear.
  }
}
