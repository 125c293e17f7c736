import type { Transaction } from "../platform/database/database.ts";
import { notFound, versionMismatch } from "../platform/errors.ts";
import { blobKeysOf, type FileStorage } from "./file.ts";
import { deleteBlobMarks, deleteFile, lockFile, markBlobsForDeletion } from "./file-store.ts";

interface FileRemoval {
  readonly id: string;
  readonly expectedVersion: number | undefined;
}

/** The commit deletes the file; its bytes are deleted right after, or by the job when the store is unavailable. */
export async function removeFile(services: FileStorage, orgId: string, removal: FileRemoval): Promise<void> {
  const keys = await services.db.transaction((tx) => takeOut(tx, orgId, removal));
  // The request itself has succeeded.
  await removeBytes(services, orgId, keys).catch(() => {});
}

/** Fails as the deletion would, and deletes nothing. */
export async function planRemoval({ db }: FileStorage, orgId: string, removal: FileRemoval): Promise<void> {
  await db.planOnly((tx) => takeOut(tx, orgId, removal));
}

/** Deletes the file and marks its bytes for deletion. Returns their keys. */
export async function takeOut(tx: Transaction, orgId: string, { id, expectedVersion }: FileRemoval): Promise<string[]> {
  const file = await lockFile(tx, orgId, id);
  if (file === undefined) {
    throw notFound("file", id);
  }
  if (expectedVersion !== undefined && expectedVersion !== file.version) {
    throw versionMismatch(file.version);
  }
  const keys = blobKeysOf(file);
  await markBlobsForDeletion(tx, orgId, keys);
  await deleteFile(tx, orgId, id);
  return keys;
}

/** Deletes marked blobs. Those that the store cannot delete now are deleted by the job. */
export async function removeBytes({ db, blobs }: FileStorage, orgId: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await blobs.delete(key);
  }
  await db.transaction((tx) => deleteBlobMarks(tx, orgId, keys));
}
