import type { Dirent } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Problem } from "../platform/problem.ts";
import { folderEntry, type TarEntry } from "./pack-tar.ts";

export interface FolderInput {
  readonly isLeftOut: (path: string) => boolean;
  /** For such a folder, only the folder itself is archived. */
  readonly isKeptEmpty: (path: string) => boolean;
}

const chunkBytes = 256 * 1024;

/** A folder with everything below it, at a path of the archive. Files deleted meanwhile are skipped. */
export async function* folderEntries(folder: string, path: string, input: FolderInput): AsyncGenerator<TarEntry> {
  const found = await unlessGone(readdir(folder, { withFileTypes: true }));
  if (found === undefined) {
    return;
  }
  yield folderEntry(path);
  for (const entry of found) {
    const inside = `${path}/${entry.name}`;
    if (input.isKeptEmpty(inside)) {
      yield folderEntry(inside);
    } else if (!input.isLeftOut(inside)) {
      yield* entriesOf(entry, join(folder, entry.name), inside, input);
    }
  }
}

async function* entriesOf(entry: Dirent, file: string, path: string, input: FolderInput): AsyncGenerator<TarEntry> {
  if (entry.isDirectory()) {
    yield* folderEntries(file, path, input);
  } else if (entry.isFile()) {
    yield* fileEntries(file, path);
  } else {
    // Such as a tablespace elsewhere: a backup without it would be incomplete.
    throw new Problem(
      "conflict",
      `${file} is neither a file nor a directory. A backup cannot include it; copy it by hand.`,
    );
  }
}

/** The file as one entry, or none if it no longer exists. */
export async function* fileEntries(file: string, path: string): AsyncGenerator<TarEntry> {
  const handle = await unlessGone(open(file, "r"));
  if (handle === undefined) {
    return;
  }
  try {
    const { size, mtime } = await handle.stat();
    yield { path, kind: "file", size, modifiedOn: mtime, content: readExactly(handle, size) };
  } finally {
    await handle.close();
  }
}

/** What PostgreSQL truncates or appends meanwhile is in its WAL: the copy has the size that was read first. */
async function* readExactly(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < size; ) {
    const bytes = Buffer.alloc(Math.min(chunkBytes, size - position));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, position);
    const part = bytesRead === 0 ? bytes : bytes.subarray(0, bytesRead);
    position += part.length;
    yield part;
  }
}

async function unlessGone<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  try {
    return await asked;
  } catch (error) {
    const isGone = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isGone) {
      return undefined;
    }
    throw error;
  }
}
