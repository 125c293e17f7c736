import { notFound, versionMismatch } from "../errors.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { FileServices } from "./file.ts";
import { deleteFile, lockFile } from "./file-store.ts";
import { markBlobsForDeletion } from "./loose-blob-store.ts";
import { removeBytes } from "./remove-bytes.ts";

export interface FileRemoval {
  readonly id: string;
  readonly expectedVersion: number | undefined;
}

/** The file is gone with the commit; its bytes right after, or by the job when the store is away. */
export async function removeFile(services: FileServices, orgId: string, removal: FileRemoval): Promise<void> {
  const keys = await services.db.transaction((tx) => takeOut(tx, orgId, removal));
  // The caller has what was asked for.
  await removeBytes(services, orgId, keys).catch(() => {});
}

/** Fails as the removal would, and removes nothing. */
export async function planRemoval({ db }: FileServices, orgId: string, removal: FileRemoval): Promise<void> {
  await db.planOnly((tx) => takeOut(tx, orgId, removal));
}

/** Removes the file and dooms its bytes, whose keys it answers. */
export async function takeOut(tx: Transaction, orgId: string, { id, expectedVersion }: FileRemoval): Promise<string[]> {
  const file = await lockFile(tx, orgId, id);
  if (file === undefined) {
    throw notFound("file", id);
  }
  if (expectedVersion !== undefined && expectedVersion !== file.version) {
    throw versionMismatch(file.version);
  }
  const keys = file.pieces.map(({ key }) => key);
  await markBlobsForDeletion(tx, orgId, keys);
  await deleteFile(tx, orgId, id);
  return keys;
}
