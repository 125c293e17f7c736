import type { BlobStore } from "./blob-store.ts";
import { FolderBlobStore } from "./folder-blob-store.ts";
import { S3BlobStore, type S3Options } from "./s3-blob-store.ts";

export interface BlobStoreOptions {
  /** Where blobs are stored without S3. */
  readonly folder: string;
  readonly s3: S3Options | undefined;
}

/** Accesses neither disk nor network before first use. */
export function createBlobStore({ folder, s3 }: BlobStoreOptions): BlobStore {
  return s3 === undefined ? new FolderBlobStore(folder) : new S3BlobStore(s3);
}
