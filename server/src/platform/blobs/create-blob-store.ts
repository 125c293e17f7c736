import { Readable } from "node:stream";
import { newId } from "../ids.ts";
import { Problem } from "../problem.ts";
import { StartError } from "../start-error.ts";
import type { BlobStore } from "./blob-store.ts";
import { FolderBlobStore } from "./folder-blob-store.ts";
import { type CredentialSource, sourcesBefore } from "./s3/credentials/credential-source.ts";
import type { S3Options } from "./s3/s3-client.ts";
import { S3BlobStore } from "./s3-blob-store.ts";

export interface BlobStoreOptions {
  /** Where blobs are stored without S3. */
  readonly folder: string;
  readonly s3: S3Options | undefined;
  /** Called with every failure of the store itself. */
  readonly onOutage?: ((failure: unknown) => void) | undefined;
}

/** Accesses neither disk nor network before first use. */
export function createBlobStore({ folder, s3, onOutage }: BlobStoreOptions): BlobStore {
  const store = s3 === undefined ? new FolderBlobStore(folder) : new S3BlobStore(s3);
  return onOutage === undefined ? store : reportOutages(store, onOutage);
}

function reportOutages(store: BlobStore, onOutage: (failure: unknown) => void): BlobStore {
  const watch = async <Result>(asked: Promise<Result>): Promise<Result> => {
    try {
      return await asked;
    } catch (error) {
      if (error instanceof Problem && (error.code === "unavailable" || error.code === "storage-full")) {
        onOutage(error);
      }
      throw error;
    }
  };
  return {
    put: (key, stream) => watch(store.put(key, stream)),
    read: (key, range) => watch(store.read(key, range)),
    size: (key) => watch(store.size(key)),
    delete: (key) => watch(store.delete(key)),
    close: () => store.close(),
  };
}

const probeBytes = 65_536;

/** Stores some bytes and deletes them again. */
export async function probeBlobStore(store: BlobStore): Promise<void> {
  const key = `probe/${newId()}`;
  await store.put(key, Readable.from([Buffer.alloc(probeBytes)]));
  await store.delete(key);
}

/**
 * A role of the machine is what remains when no other credentials are configured, so that a start without one is a
 * mistake. Other sources may be unavailable for a while, like S3 itself.
 */
export async function requireCredentials(source: CredentialSource | undefined): Promise<void> {
  if (source?.kind !== "instance") {
    return;
  }
  const { fetchCredentials } = await import("./s3/credentials/credential-keeper.ts");
  try {
    await fetchCredentials(source);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`No credentials for S3. ${sourcesBefore} are not set. ${reason}`, { cause });
  }
}
