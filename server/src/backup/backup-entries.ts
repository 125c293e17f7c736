import assert from "node:assert";
import type { Dirent } from "node:fs";
import { type FileHandle, open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import { errorCodeOf } from "../platform/error-code.ts";
import { conflict } from "../platform/errors.ts";
import { endCopy, startCopy } from "./backup-store.ts";
import { folderEntry, type TarEntry, textEntry } from "./tar.ts";

interface FolderInput {
  readonly isLeftOut: (path: string) => boolean;
  /** For such a folder, only the folder itself is archived. */
  readonly isKeptEmpty: (path: string) => boolean;
}

const chunkBytes = 256 * 1024;

/** A folder with everything below it, at a path of the archive. Files deleted meanwhile are skipped. */
async function* folderEntries(folder: string, path: string, input: FolderInput): AsyncGenerator<TarEntry> {
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

/** An upload in progress is not yet a file. */
const wholeFiles: FolderInput = { isLeftOut: (path) => path.endsWith(".part"), isKeptEmpty: () => false };

/** The contents of files, unless they are in S3. */
export async function* storedFileEntries({ dataFolder, s3 }: Pick<Config, "dataFolder" | "s3">) {
  if (s3 === undefined) {
    yield* folderEntries(join(dataFolder, "files"), "files", wholeFiles);
  }
}

export async function hasStoredFiles(config: Pick<Config, "dataFolder" | "s3">): Promise<boolean> {
  for await (const { kind } of storedFileEntries(config)) {
    if (kind === "file") {
      return true;
    }
  }
  return false;
}

async function* entriesOf(entry: Dirent, file: string, path: string, input: FolderInput): AsyncGenerator<TarEntry> {
  if (entry.isDirectory()) {
    yield* folderEntries(file, path, input);
  } else if (entry.isFile()) {
    yield* fileEntries(file, path);
  } else {
    // Such as a tablespace elsewhere: a backup without it would be incomplete.
    throw conflict(`${file} is neither a file nor a directory. A backup cannot include it; copy it by hand.`);
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
    if (errorCodeOf(error) === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

const controlFile = "postgres/global/pg_control";

// What PostgreSQL recreates at every start, as its documentation lists for copies of a running server.
const keptEmpty = new Set(
  ["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"].map(
    (name) => `postgres/${name}`,
  ),
);
const leftOut =
  /^postgres\/(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|log)$|\/(pgsql_tmp[^/]*|pg_internal\.init[^/]*)$/;
const input: FolderInput = {
  isLeftOut: (path) => path === controlFile || leftOut.test(path),
  isKeptEmpty: (path) => keptEmpty.has(path),
};

/** A copy of the data folder of a running PostgreSQL, with the part of its WAL that makes it consistent. */
export async function* databaseEntries(client: pg.Client, folder: string): AsyncGenerator<TarEntry> {
  const firstLogFile = await startCopy(client);
  yield* folderEntries(folder, "postgres", input);
  const control = await readControlFile(join(folder, "global", "pg_control"));
  yield { path: controlFile, kind: "file", size: control.length, modifiedOn: new Date(), content: [control] };
  const { label, lastLogFile } = await endCopy(client);
  yield textEntry("postgres/backup_label", label);
  yield folderEntry("postgres/pg_wal/archive_status");
  const logFolder = join(folder, "pg_wal");
  for (const name of neededLogFiles(await readdir(logFolder), firstLogFile, lastLogFile)) {
    yield* fileEntries(join(logFolder, name), `postgres/pg_wal/${name}`);
  }
}

/** It has a checksum and is rewritten in place: two identical reads mean that neither was a partial write. */
async function readControlFile(file: string): Promise<Buffer> {
  let before = await readFile(file);
  for (;;) {
    const bytes = await readFile(file);
    if (bytes.equals(before)) {
      return bytes;
    }
    before = bytes;
  }
}

/** The WAL files from the first to the last, without a gap. */
export function neededLogFiles(names: readonly string[], first: string, last: string): string[] {
  const needed = names.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last).sort();
  assert(
    needed.length === placeOf(last) - placeOf(first) + 1 && needed[0] === first && needed.at(-1) === last,
    `PostgreSQL's WAL from ${first} to ${last} is incomplete: ${needed.join(", ")}`,
  );
  return needed;
}

/** After eight digits for the timeline, a name counts files of 16 MiB; 256 of them make 4 GiB. */
function placeOf(name: string): number {
  return Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16);
}
