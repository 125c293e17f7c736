import assert from "node:assert";
import type { Readable } from "node:stream";

/** Both ends inclusive, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Stores bytes by key. A blob exists whole or not at all, and never changes; growing content is stored as several
 * blobs. Every failure of the store itself is thrown as a Problem that says what to do; stream errors pass through
 * unchanged.
 */
export interface BlobStore {
  /** Stores all bytes of the stream as they arrive; leaves nothing on failure. */
  put(key: string, stream: Readable): Promise<void>;
  /** Resolves when the first bytes can be read: any earlier failure throws here. */
  read(key: string, range: ByteRange): Promise<Readable>;
  /** The number of bytes, or undefined if the blob does not exist. */
  size(key: string): Promise<number | undefined>;
  /** Also deletes what an interrupted put has left; deleting a missing blob is not a failure. */
  delete(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Names of letters, digits, - and _, joined by slashes: safe in paths and URLs. */
export function requireBlobKey(key: string): void {
  assert(/^[A-Za-z0-9_-]{1,64}(?:\/[A-Za-z0-9_-]{1,64}){0,4}$/.test(key), "a key that a blob store cannot take");
}
