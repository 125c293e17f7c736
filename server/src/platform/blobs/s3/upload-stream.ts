import { createHash, type Hash } from "node:crypto";
import type { Readable } from "node:stream";
import { bodyTooLarge } from "../../errors.ts";
import type { Payload, S3Client } from "./s3-client.ts";
import { S3Error } from "./s3-error.ts";
import {
  abortUpload,
  completeUpload,
  createUpload,
  getSize,
  type MultipartUpload,
  putObject,
  putPart,
} from "./s3-requests.ts";

interface UploadLimits {
  /** S3 accepts parts of 5 MiB and more, and some stores only parts of the same size. */
  readonly partBytes: number;
  /** An upload holds this many parts in memory. */
  readonly partsAtOnce: number;
  readonly partsMax: number;
}

// At most 78 GiB.
const limitsDefault: UploadLimits = { partBytes: 8 * 1024 * 1024, partsAtOnce: 2, partsMax: 10_000 };

/** Stores the bytes of the stream as one object, which exists once all of them are stored. */
export async function uploadStream(
  client: S3Client,
  target: { readonly key: string; readonly stream: Readable },
  limits = limitsDefault,
): Promise<void> {
  const source = new PartSource(target.stream, limits.partBytes);
  const first = new Part();
  await source.fill(first);
  if (await source.hasEnded()) {
    await putObject(client, target.key, first);
    return;
  }
  const upload = await createUpload(client, target.key);
  try {
    const etags = await storeParts({ client, upload, source, limits }, first);
    await completeOnce(client, upload, { etags, bytes: source.bytes });
  } catch (error) {
    // What cannot be aborted now is when the blob is deleted. The first failure is reported.
    await abortUpload(client, upload).catch(() => {});
    throw error;
  }
}

interface PartStorage {
  readonly client: S3Client;
  readonly upload: MultipartUpload;
  readonly source: PartSource;
  readonly limits: UploadLimits;
}

/** Each worker reads a part while others are sent. After a failure all stop, and no request is left. */
async function storeParts({ client, upload, source, limits }: PartStorage, first: Part): Promise<string[]> {
  const etags: string[] = [];
  const failures: unknown[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = async (part: Part, filled?: number) => {
    for (let number = filled ?? (await source.fill(part)); number !== undefined; number = await source.fill(part)) {
      if (number > limits.partsMax) {
        throw bodyTooLarge(`An upload to S3 can have up to ${limits.partsMax * limits.partBytes} bytes.`);
      }
      etags[number - 1] = await putPart(client, upload, { number, payload: part, signal });
    }
  };
  const others = Array.from({ length: limits.partsAtOnce - 1 }, () => work(new Part()));
  const workers = [work(first, 1), ...others].map((worker) =>
    worker.catch((error: unknown) => {
      failures.push(error);
      stopping.abort();
      source.stop();
    }),
  );
  await Promise.all(workers);
  if (failures.length > 0) {
    throw failures[0];
  }
  return etags;
}

/** A response that is lost leaves a complete object, of which the next attempt no longer finds the parts. */
async function completeOnce(
  client: S3Client,
  upload: MultipartUpload,
  { etags, bytes }: { readonly etags: readonly string[]; readonly bytes: number },
): Promise<void> {
  try {
    await completeUpload(client, upload, etags);
  } catch (error) {
    const isComplete =
      error instanceof S3Error &&
      error.code === "NoSuchUpload" &&
      (await getSize(client, upload.key).catch(() => undefined)) === bytes;
    if (!isComplete) {
      throw error;
    }
  }
}

const blockBytes = 65_536;

/** Bytes in blocks of a fixed size, whatever the size of the chunks that they came in. They are used again. */
class Part implements Payload {
  readonly #blocks: Buffer[] = [];
  #hash: Hash = createHash("sha256");
  #digest: string | undefined;
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get sha256(): string {
    this.#digest ??= this.#hash.digest("hex");
    return this.#digest;
  }

  *blocks(): Iterable<Buffer> {
    for (let start = 0; start < this.#bytes; start += blockBytes) {
      const block = this.#blocks[start / blockBytes];
      if (block !== undefined) {
        yield block.subarray(0, Math.min(blockBytes, this.#bytes - start));
      }
    }
  }

  clear(): void {
    this.#bytes = 0;
    this.#digest = undefined;
    this.#hash = createHash("sha256");
  }

  append(chunk: Buffer): void {
    this.#hash.update(chunk);
    for (let taken = 0; taken < chunk.length; ) {
      const at = this.#bytes % blockBytes;
      const index = (this.#bytes - at) / blockBytes;
      const block = this.#blocks[index] ?? Buffer.allocUnsafeSlow(blockBytes);
      this.#blocks[index] = block;
      const copied = chunk.copy(block, at, taken);
      taken += copied;
      this.#bytes += copied;
    }
  }
}

/** Splits a stream into parts, one after the other. */
class PartSource {
  readonly #stream: Readable;
  readonly #chunks: AsyncIterator<unknown>;
  readonly #partBytes: number;
  /** What the part before had no room for. */
  #rest: Buffer = Buffer.alloc(0);
  #filled = 0;
  #bytes = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(stream: Readable, partBytes: number) {
    this.#stream = stream;
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#partBytes = partBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Replaces the contents of the part with the next bytes. Returns its number from 1; undefined if there are none. */
  fill(part: Part): Promise<number | undefined> {
    const filled = this.#turn.then(() => this.#fill(part));
    this.#turn = filled;
    return filled;
  }

  async hasEnded(): Promise<boolean> {
    await this.#read();
    return this.#rest.length === 0;
  }

  /** A stream that waits for more must not be waited for. */
  stop(): void {
    this.#stream.destroy();
  }

  async #fill(part: Part): Promise<number | undefined> {
    part.clear();
    while (part.bytes < this.#partBytes && !(await this.hasEnded())) {
      const taken = this.#rest.subarray(0, this.#partBytes - part.bytes);
      part.append(taken);
      this.#rest = this.#rest.subarray(taken.length);
      this.#bytes += taken.length;
    }
    if (part.bytes === 0) {
      return undefined;
    }
    this.#filled += 1;
    return this.#filled;
  }

  async #read(): Promise<void> {
    while (this.#rest.length === 0) {
      const next = await this.#chunks.next();
      if (next.done === true) {
        return;
      }
      this.#rest = toBuffer(next.value);
    }
  }
}

function toBuffer(chunk: unknown): Buffer {
  if (chunk instanceof Uint8Array) {
    return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
  return Buffer.from(String(chunk));
}
