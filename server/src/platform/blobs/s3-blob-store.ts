import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { errorCodeOf } from "../error-code.ts";
import { bytesNotHere, storageFull, storeAway } from "./blob-problems.ts";
import { type BlobStore, type ByteRange, requireBlobKey } from "./blob-store.ts";

export interface S3Options {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const connectTimeoutMs = 3_000;
const silenceTimeoutMs = 30_000;
const attemptsMax = 3;
// A blob has at most 10,000 parts, so at most 78 GiB; an upload holds about two parts in memory.
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;

/** Blobs as objects in a bucket of any S3-compatible store. */
export class S3BlobStore implements BlobStore {
  readonly #options: S3Options;
  #loaded: Promise<LoadedS3> | undefined;

  constructor(options: S3Options) {
    this.#options = options;
  }

  async put(key: string, stream: Readable): Promise<void> {
    requireBlobKey(key);
    const { client, Upload } = await this.#load();
    const upload = new Upload({
      client,
      params: { ...this.#at(key), Body: stream },
      partSize: partBytes,
      queueSize: partsAtOnce,
    });
    try {
      await upload.done();
    } catch (error) {
      throw failureOf(stream, error) ?? asProblem(error);
    } finally {
      // An abandoned stream must not wait for a reader forever.
      stream.destroy();
    }
  }

  async read(key: string, { first, last }: ByteRange): Promise<Readable> {
    requireBlobKey(key);
    const { client, GetObjectCommand } = await this.#load();
    if (last < first) {
      return Readable.from([]);
    }
    try {
      const range = { Range: `bytes=${first}-${last}` };
      const { Body: body } = await client.send(new GetObjectCommand({ ...this.#at(key), ...range }));
      if (!(body instanceof Readable)) {
        throw new Error("S3 returned a response without a body.");
      }
      return body;
    } catch (error) {
      throw isMissing(error) ? bytesNotHere(error) : asProblem(error);
    }
  }

  async size(key: string): Promise<number | undefined> {
    requireBlobKey(key);
    const { client, HeadObjectCommand } = await this.#load();
    try {
      return (await client.send(new HeadObjectCommand(this.#at(key)))).ContentLength;
    } catch (error) {
      if (isMissing(error)) {
        return undefined;
      }
      throw asProblem(error);
    }
  }

  async delete(key: string): Promise<void> {
    requireBlobKey(key);
    const { client, DeleteObjectCommand } = await this.#load();
    try {
      await this.#abortUploads(key);
      await client.send(new DeleteObjectCommand(this.#at(key)));
    } catch (error) {
      if (!isMissing(error)) {
        throw asProblem(error);
      }
    }
  }

  /** Parts of an upload whose node was killed take up space, and are not visible as objects. */
  async #abortUploads(key: string): Promise<void> {
    const { client, ListMultipartUploadsCommand, AbortMultipartUploadCommand } = await this.#load();
    try {
      const list = new ListMultipartUploadsCommand({ Bucket: this.#options.bucket, Prefix: key });
      const { Uploads: uploads = [] } = await client.send(list);
      for (const { UploadId } of uploads.filter(({ Key }) => Key === key)) {
        await client.send(new AbortMultipartUploadCommand({ ...this.#at(key), UploadId }));
      }
    } catch (error) {
      if (!isUnsupported(error)) {
        throw error;
      }
    }
  }

  async close(): Promise<void> {
    (await this.#loaded)?.client.destroy();
  }

  #at(key: string) {
    return { Bucket: this.#options.bucket, Key: key };
  }

  #load(): Promise<LoadedS3> {
    this.#loaded ??= loadS3(this.#options);
    return this.#loaded;
  }
}

type LoadedS3 = Awaited<ReturnType<typeof loadS3>>;

/** Imported with the first file: the packages are slow to load, and most installations do not use S3. */
async function loadS3({ endpoint, region, accessKey, secretKey }: S3Options) {
  const s3 = await import("@aws-sdk/client-s3");
  const { Upload } = await import("@aws-sdk/lib-storage");
  const client: S3Client = new s3.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Path-style buckets, and checksums only where S3 requires them: many stores support nothing else.
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: attemptsMax,
    requestHandler: { connectionTimeout: connectTimeoutMs, socketTimeout: silenceTimeoutMs },
  });
  const { GetObjectCommand, HeadObjectCommand, DeleteObjectCommand } = s3;
  const { ListMultipartUploadsCommand, AbortMultipartUploadCommand } = s3;
  return {
    client,
    Upload,
    GetObjectCommand,
    HeadObjectCommand,
    DeleteObjectCommand,
    ListMultipartUploadsCommand,
    AbortMultipartUploadCommand,
  };
}

/**
 * The error of the stream itself, if any: the store may then fail as well while aborting the parts. A stream that was
 * only destroyed because the store failed has an abort error.
 */
function failureOf({ errored }: Readable, error: unknown): Error | undefined {
  const isAborted = errored !== error && errorCodeOf(errored) === "ABORT_ERR";
  return isAborted ? undefined : (errored ?? undefined);
}

function statusOf(error: unknown): number | undefined {
  const { httpStatusCode } = Object(error instanceof Error && "$metadata" in error ? error.$metadata : {});
  return typeof httpStatusCode === "number" ? httpStatusCode : undefined;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "";
}

/** A missing bucket is not a missing blob. */
function isMissing(error: unknown): boolean {
  return nameOf(error) === "NoSuchKey" || nameOf(error) === "NotFound";
}

const notImplemented = 501;

/** Not every store lists uploads, and not every key may. The bucket's own rule then deletes the parts some days later. */
function isUnsupported(error: unknown): boolean {
  const status = statusOf(error) ?? 0;
  return (status >= 400 && status < 500) || status === notImplemented;
}

const insufficientStorage = 507;

function asProblem(error: unknown) {
  const isFull = statusOf(error) === insufficientStorage || /StorageFull|QuotaExceeded/.test(nameOf(error));
  return isFull ? storageFull(error) : storeAway(error);
}
