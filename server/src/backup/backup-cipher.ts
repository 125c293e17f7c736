import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import { TarError } from "./tar.ts";

/*
 * An encrypted backup: header, then chunks of AES-256-GCM.
 *   header   "WEFTENC1", log2 of scrypt's N, r, p (a byte each), salt (16 bytes), check (16 bytes)
 *   chunk    64 KiB of the archive encrypted, then its tag (16 bytes); the last one is shorter, perhaps empty
 * Key and check are derived from passphrase and salt. A chunk's nonce is its number and whether it is the last, and the
 * header is authenticated with each, so that chunks cannot be changed, moved, dropped or cut off.
 */
const magic = Buffer.from("WEFTENC1", "latin1");
/** Bytes to read to detect whether a backup is encrypted. */
export const magicBytes = magic.length;
const saltBytes = 16;
const checkBytes = 16;
const keyBytes = 32;
const tagBytes = 16;
const chunkBytes = 64 * 1024;
const headerBytes = magic.length + 3 + saltBytes + checkBytes;
// 128 MiB and about half a second for each guess.
const defaultCost: Cost = { log2N: 17, r: 8, p: 1 };
// A header that asks for more could exhaust the machine's memory.
const memoryMax = 512 * 1024 * 1024;

/** Thrown when a passphrase is wrong or missing. */
export class PassphraseError extends Error {}

export function isEncrypted(beginning: Buffer): boolean {
  return beginning.subarray(0, magic.length).equals(magic);
}

export async function* encryptBackup(
  source: AsyncIterable<Buffer>,
  passphrase: string,
  cost = defaultCost,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const { key, check } = await deriveKey(passphrase, salt, cost);
  const header = Buffer.concat([magic, Buffer.from([cost.log2N, cost.r, cost.p]), salt, check]);
  yield header;
  let index = 0;
  for await (const { chunk, isLast } of cutChunks(source, chunkBytes)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(index, isLast)).setAAD(header);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    index += 1;
  }
}

export async function* decryptBackup(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const parts = source[Symbol.asyncIterator]();
  const { header, rest } = await readHeader(parts);
  const [log2N = 0, r = 0, p = 0] = header.subarray(magic.length);
  const salt = header.subarray(magic.length + 3, magic.length + 3 + saltBytes);
  const { key, check } = await deriveKey(passphrase, salt, { log2N, r, p });
  if (!timingSafeEqual(check, header.subarray(-checkBytes))) {
    throw new PassphraseError("The passphrase is wrong.");
  }
  let index = 0;
  for await (const { chunk, isLast } of cutChunks(withRest(rest, parts), chunkBytes + tagBytes)) {
    yield openChunk(chunk, { key, header, nonce: nonceOf(index, isLast) });
    index += 1;
  }
}

interface ChunkKey {
  readonly key: Buffer;
  readonly header: Buffer;
  readonly nonce: Buffer;
}

function openChunk(chunk: Buffer, { key, header, nonce }: ChunkKey): Buffer {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes })
      .setAAD(header)
      .setAuthTag(chunk.subarray(-tagBytes));
    return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()]);
  } catch (cause) {
    throw new TarError("it is damaged or truncated", { cause });
  }
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 0);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

interface Cost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

async function deriveKey(
  passphrase: string,
  salt: Buffer,
  { log2N, r, p }: Cost,
): Promise<{ key: Buffer; check: Buffer }> {
  const memory = 128 * 2 ** log2N * r;
  if (log2N < 1 || r < 1 || p < 1 || p > 16 || memory > memoryMax) {
    throw new TarError("it is damaged or truncated");
  }
  const options: ScryptOptions = { N: 2 ** log2N, r, p, maxmem: 2 * memoryMax };
  const derived = await new Promise<Buffer>((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), salt, keyBytes + checkBytes, options, (error, bytes) =>
      error === null ? resolve(bytes) : reject(error),
    );
  });
  return { key: derived.subarray(0, keyBytes), check: derived.subarray(keyBytes) };
}

async function readHeader(parts: AsyncIterator<Buffer>): Promise<{ header: Buffer; rest: Buffer }> {
  let read = Buffer.alloc(0);
  while (read.length < headerBytes) {
    const { value, done } = await parts.next();
    if (done === true) {
      throw new TarError("it is damaged or truncated");
    }
    read = Buffer.concat([read, value]);
  }
  return { header: read.subarray(0, headerBytes), rest: read.subarray(headerBytes) };
}

async function* withRest(rest: Buffer, parts: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield rest;
  for (let part = await parts.next(); part.done !== true; part = await parts.next()) {
    yield part.value;
  }
}

/** Chunks of exactly this size; the last one, which always exists, is shorter. */
async function* cutChunks(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ readonly chunk: Buffer; readonly isLast: boolean }> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    waiting.push(part);
    length += part.length;
    if (length >= size) {
      const bytes = Buffer.concat(waiting);
      const whole = bytes.length - (bytes.length % size);
      for (let start = 0; start < whole; start += size) {
        yield { chunk: bytes.subarray(start, start + size), isLast: false };
      }
      waiting = [bytes.subarray(whole)];
      length -= whole;
    }
  }
  yield { chunk: Buffer.concat(waiting), isLast: true };
}
