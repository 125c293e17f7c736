import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { errorCodeOf } from "../error-code.ts";
import { Problem } from "../problem.ts";
import { bytesNotHere, storageFull, storeAway } from "./blob-problems.ts";
import { type BlobStore, type ByteRange, requireBlobKey } from "./blob-store.ts";

/** Blobs as files below a folder, which is created with the first one. */
export class FolderBlobStore implements BlobStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, stream: Readable): Promise<void> {
    const path = this.#pathOf(key);
    // A pipeline destroys each end with the error of the other: the end that errored first is the cause.
    let hasStreamFailed = stream.errored !== null;
    let hasFileFailed = false;
    stream.once("error", () => {
      hasStreamFailed ||= !hasFileFailed;
    });
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = createWriteStream(partOf(path), { mode: 0o600, flush: true });
      file.once("error", () => {
        hasFileFailed ||= !hasStreamFailed;
      });
      await pipeline(stream, file);
      await rename(partOf(path), path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(partOf(path), { force: true }).catch(() => {}); // The first failure is reported.
      throw hasStreamFailed ? error : asProblem(error);
    }
  }

  async read(key: string, { first, last }: ByteRange): Promise<Readable> {
    const handle = await this.#open(key);
    if (last < first) {
      await handle.close();
      return Readable.from([]);
    }
    return handle.createReadStream({ start: first, end: last });
  }

  async size(key: string): Promise<number | undefined> {
    try {
      return (await stat(this.#pathOf(key))).size;
    } catch (error) {
      if (errorCodeOf(error) === "ENOENT") {
        return undefined;
      }
      throw asProblem(error);
    }
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key);
    try {
      await rm(partOf(path), { force: true });
      await rm(path, { force: true });
    } catch (error) {
      throw asProblem(error);
    }
  }

  async close(): Promise<void> {}

  async #open(key: string): Promise<FileHandle> {
    try {
      return await open(this.#pathOf(key), "r");
    } catch (error) {
      throw errorCodeOf(error) === "ENOENT" ? bytesNotHere(error) : asProblem(error);
    }
  }

  /** One of 256 folders by the key's hash: keys that sort by time would all be in the same one. */
  #pathOf(key: string): string {
    requireBlobKey(key);
    const fan = createHash("sha256").update(key).digest("hex").slice(0, 2);
    return join(this.#folder, fan, key.replaceAll("/", "."));
  }
}

function partOf(path: string): string {
  return `${path}.part`;
}

/** A rename is durable only when its folder is synced too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

// EFBIG occurs if the operator limits the file size.
const fullCodes = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

function asProblem(error: unknown): unknown {
  if (error instanceof Problem) {
    return error;
  }
  return fullCodes.has(errorCodeOf(error)) ? storageFull(error) : storeAway(error);
}
