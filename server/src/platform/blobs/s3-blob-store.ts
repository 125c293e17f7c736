import { Readable } from "node:stream";
import { errorCodeOf } from "../error-code.ts";
import { Problem } from "../problem.ts";
import { bytesNotHere, storageFull, storeAway } from "./blob-problems.ts";
import { type BlobStore, type ByteRange, requireBlobKey } from "./blob-store.ts";
import type { IssuedCredentials } from "./s3/credentials/issued-credentials.ts";
import type { S3Options } from "./s3/s3-client.ts";
import { S3Error } from "./s3/s3-error.ts";

/** Blobs as objects in a bucket of any S3-compatible store. */
export class S3BlobStore implements BlobStore {
  readonly #options: S3Options;
  #loaded: Promise<LoadedS3> | undefined;

  constructor(options: S3Options) {
    this.#options = options;
  }

  async put(key: string, stream: Readable): Promise<void> {
    requireBlobKey(key);
    const { client, uploadStream } = await this.#load();
    try {
      await uploadStream(client, { key, stream });
    } catch (error) {
      throw failureOf(stream, error) ?? asProblem(error);
    } finally {
      // An abandoned stream must not wait for a reader forever.
      stream.destroy();
    }
  }

  async read(key: string, { first, last }: ByteRange): Promise<Readable> {
    requireBlobKey(key);
    const { client, getRange } = await this.#load();
    if (last < first) {
      return Readable.from([]);
    }
    try {
      return (await getRange(client, key, first, last)).body;
    } catch (error) {
      throw isMissing(error) ? bytesNotHere(error) : asProblem(error);
    }
  }

  async size(key: string): Promise<number | undefined> {
    requireBlobKey(key);
    const { client, getSize } = await this.#load();
    try {
      return await getSize(client, key);
    } catch (error) {
      if (isMissing(error)) {
        return undefined;
      }
      throw asProblem(error);
    }
  }

  async delete(key: string): Promise<void> {
    requireBlobKey(key);
    const { client, deleteObject } = await this.#load();
    try {
      await this.#abortUploads(key);
      await deleteObject(client, key);
    } catch (error) {
      if (!isMissing(error)) {
        throw asProblem(error);
      }
    }
  }

  /** Parts of an upload whose node was killed take up space, and are not visible as objects. */
  async #abortUploads(key: string): Promise<void> {
    const { client, listUploads, abortUpload } = await this.#load();
    try {
      for (const upload of await listUploads(client, key)) {
        await abortUpload(client, upload);
      }
    } catch (error) {
      if (!isUnsupported(error)) {
        throw error;
      }
    }
  }

  /** Those that requests are signed with now. Throws CredentialsError if there are none. */
  async credentials(): Promise<IssuedCredentials> {
    return (await this.#load()).client.credentials();
  }

  async close(): Promise<void> {
    await (await this.#loaded)?.client.close();
  }

  #load(): Promise<LoadedS3> {
    this.#loaded ??= loadS3(this.#options);
    return this.#loaded;
  }
}

type LoadedS3 = Awaited<ReturnType<typeof loadS3>>;

/** Imported with the first file: most installations do not use S3. */
async function loadS3(options: S3Options) {
  const [{ S3Client }, requests, { uploadStream }] = await Promise.all([
    import("./s3/s3-client.ts"),
    import("./s3/s3-requests.ts"),
    import("./s3/upload-stream.ts"),
  ]);
  return { client: new S3Client(options), uploadStream, ...requests };
}

/**
 * The error of the stream itself, if any: the store may then fail as well while aborting the parts. A stream that was
 * only destroyed because the store failed has an abort error.
 */
function failureOf({ errored }: Readable, error: unknown): Error | undefined {
  const isAborted = errored !== error && errorCodeOf(errored) === "ABORT_ERR";
  return isAborted ? undefined : (errored ?? undefined);
}

/** A missing bucket is not a missing blob. */
function isMissing(error: unknown): boolean {
  return error instanceof S3Error && (error.code === "NoSuchKey" || error.code === "NotFound");
}

const notImplemented = 501;

/** Not every store lists uploads, and not every key may. The bucket's own rule then deletes the parts some days later. */
function isUnsupported(error: unknown): boolean {
  const status = error instanceof S3Error ? error.status : 0;
  return (status >= 400 && status < 500) || status === notImplemented;
}

const insufficientStorage = 507;

function asProblem(error: unknown) {
  if (error instanceof Problem) {
    return error;
  }
  const isFull =
    error instanceof S3Error && (error.status === insufficientStorage || /StorageFull|QuotaExceeded/.test(error.code));
  return isFull ? storageFull(error) : storeAway(error);
}
