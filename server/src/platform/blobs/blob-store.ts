import assert from "node:assert";
import type { Readable } from "node:stream";

/** Both ends included, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Keeps bytes under keys. A blob is there whole or not at all, and never changes; what grows is kept as several blobs.
 * Every failure of the store itself is thrown as a Problem that says what to do; one of the stream passes as it is.
 */
export interface BlobStore {
  /** Takes all bytes of the stream, as they come; nothing is left when it fails. */
  put(key: string, stream: Readable): Promise<void>;
  /** Answered when the first bytes can be read: whatever fails before throws here. */
  read(key: string, range: ByteRange): Promise<Readable>;
  /** The number of bytes, or undefined when there is no such blob. */
  size(key: string): Promise<number | undefined>;
  /** Also removes what an interrupted put has left; removing what is not there is no failure. */
  delete(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Names of letters, digits, - and _, joined by slashes: harmless in paths and addresses. */
export function requireBlobKey(key: string): void {
  assert(/^[A-Za-z0-9_-]{1,64}(?:\/[A-Za-z0-9_-]{1,64}){0,4}$/.test(key), "a key that a blob store cannot take");
}
