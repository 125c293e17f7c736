import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { propertySchema } from "@weft/contract";
import { z } from "zod";
import { TarError, unpackTar } from "../../backup/tar.ts";
import {
  type ArchiveEnd,
  type ArchiveManifest,
  archiveEndSchema,
  archiveFormat,
  archiveManifestSchema,
  damaged,
  type EntryPlace,
  oldestSchema,
  placeOf,
  rowsBytesMax,
} from "./org-archive.ts";
import { IdSet } from "./rewrite-ids.ts";

export interface ArchiveEntry {
  readonly place: EntryPlace;
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
  readonly size: number;
}

const partBytes = 65_536;

/** A path, or an open file that may have no name. */
export type ArchiveFile = string | FileHandle;

/** The entries of an archive in order. */
export async function* readArchive(file: ArchiveFile): AsyncGenerator<ArchiveEntry> {
  const stream =
    typeof file === "string" ? createReadStream(file) : Readable.from(partsOf(file), { objectMode: false });
  const unzipped = pipeline(stream, createGunzip(), () => {}); // The reader receives failures.
  try {
    for await (const { path: name, content, size } of unpackTar(unzipped)) {
      const place = placeOf(name);
      if (place.kind !== "file" && size > rowsBytesMax) {
        throw damaged(`its entry ${name} has more than ${rowsBytesMax} bytes`);
      }
      yield { place, content, size };
    }
  } finally {
    unzipped.destroy();
  }
}

/** From its beginning. A stream of the handle itself would close it. */
async function* partsOf(file: FileHandle): AsyncGenerator<Buffer> {
  let position = 0;
  for (;;) {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.allocUnsafe(partBytes), position });
    if (bytesRead === 0) {
      return;
    }
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

export async function textOf(content: ArchiveEntry["content"]): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of content) {
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

export interface CheckedArchive {
  readonly manifest: ArchiveManifest;
  readonly end: ArchiveEnd;
  /** Filled only if asked for. */
  readonly ids: IdSet;
}

interface CheckOptions {
  /** Of this installation. */
  readonly schemaVersion: number;
  readonly collectsIds: boolean;
}

/** Reads the whole archive: its format, every count and every hash. Nothing is written before. */
export async function checkArchive(file: ArchiveFile, options: CheckOptions): Promise<CheckedArchive> {
  try {
    return await readWhole(file, options);
  } catch (error) {
    throw error instanceof TarError || isOfGzip(error) ? damaged("the file is damaged or incomplete", error) : error;
  }
}

function isOfGzip(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(Z_|ERR_STREAM)/.test(String(error.code));
}

async function readWhole(file: ArchiveFile, options: CheckOptions): Promise<CheckedArchive> {
  const tally = new Tally(options.collectsIds);
  let manifest: ArchiveManifest | undefined;
  let end: ArchiveEnd | undefined;
  for await (const { place, content, size } of readArchive(file)) {
    if (end !== undefined || (manifest === undefined) !== (place.kind === "manifest")) {
      throw damaged("its entries are not in order");
    }
    if (place.kind === "manifest") {
      manifest = requireUsable(parseEntry(archiveManifestSchema, await textOf(content)), options.schemaVersion);
    } else if (place.kind === "end") {
      end = parseEntry(archiveEndSchema, await textOf(content));
    } else if (place.kind === "file") {
      tally.countFile(place.id, { size, sha256: await hashOf(content) });
    } else {
      tally.countRows(place.table, await textOf(content));
    }
  }
  if (manifest === undefined || end === undefined) {
    throw damaged("it ends too early");
  }
  tally.requireSame(end);
  return { manifest, end, ids: tally.ids };
}

async function hashOf(content: ArchiveEntry["content"]): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of content) {
    hash.update(part);
  }
  return hash.digest("hex");
}

interface FileBytes {
  readonly size: number;
  /** Null while the upload is not complete. */
  readonly sha256: string | null;
}

/** What an archive has, to compare with what its last entry says. */
class Tally {
  readonly ids = new IdSet();
  /** Files whose bytes have not come yet. */
  readonly #awaited = new Map<string, FileBytes>();
  readonly #collectsIds: boolean;
  readonly #tables = new Map<string, { rows: number; readonly hash: Hash }>();
  readonly #files = { count: 0, bytes: 0 };

  constructor(collectsIds: boolean) {
    this.#collectsIds = collectsIds;
  }

  countFile(id: string, { size, sha256 }: FileBytes): void {
    const file = this.#awaited.get(id);
    if (file === undefined) {
      throw damaged(`it has bytes of a file ${id} that it does not have`);
    }
    if (file.size !== size || (file.sha256 !== null && file.sha256 !== sha256)) {
      throw damaged(`the bytes of the file ${id} do not match its hash`);
    }
    this.#awaited.delete(id);
    this.#files.count += 1;
    this.#files.bytes += size;
  }

  countRows(table: string, text: string): void {
    const known = this.#tables.get(table) ?? { rows: 0, hash: createHash("sha256") };
    const lines = linesOf(text);
    known.hash.update(text);
    known.rows += lines.length;
    this.#tables.set(table, known);
    for (const line of lines) {
      this.#countRow(table, line);
    }
  }

  #countRow(table: string, line: string): void {
    const row = parseEntry(schemasOfRows[table] ?? rowSchema, line, `rows of ${table}`);
    // Ids of rows, and of deleted entities in the history.
    for (const id of this.#collectsIds ? [row.id, row.entity_id] : []) {
      if (typeof id === "string") {
        this.ids.add(id);
      }
    }
    if (table === "files") {
      const { id, uploaded_size: size, sha256 } = fileSchema.parse(row);
      if (size > 0) {
        this.#awaited.set(id, { size, sha256 });
      }
    }
  }

  requireSame(end: ArchiveEnd): void {
    const emptyHash = createHash("sha256").digest("hex");
    for (const name of new Set([...Object.keys(end.tables), ...this.#tables.keys()])) {
      const { rows, sha256 } = end.tables[name] ?? { rows: 0, sha256: emptyHash };
      const found = this.#tables.get(name);
      if (rows !== (found?.rows ?? 0) || sha256 !== (found?.hash.digest("hex") ?? emptyHash)) {
        throw damaged(`the rows of ${name} do not match its manifest`);
      }
    }
    const [missing] = this.#awaited.keys();
    if (missing !== undefined) {
      throw damaged(`it lacks the bytes of the file ${missing}`);
    }
    if (this.#files.count !== end.files.count || this.#files.bytes !== end.files.bytes) {
      throw damaged("its files do not match its manifest");
    }
  }
}

export function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

const rowSchema = z.looseObject({ id: z.string().optional(), entity_id: z.string().nullish() });
const fileSchema = rowSchema.extend({ id: z.string(), uploaded_size: z.int(), sha256: z.string().nullable() });

const schemasOfRows: Readonly<Record<string, z.ZodType<z.output<typeof rowSchema>>>> = {
  files: fileSchema,
  // Indexes of properties are shared by all organizations, so an invalid property would affect the others.
  entity_types: rowSchema.extend({ properties: z.array(propertySchema) }),
};

function parseEntry<Schema extends z.ZodType>(schema: Schema, text: string, name = "manifest"): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw damaged(`its ${name} cannot be read`, error);
  }
}

function requireUsable(manifest: ArchiveManifest, schemaVersion: number): ArchiveManifest {
  const made = `it was made by Weft ${manifest.weftVersion} with the schema ${manifest.schemaVersion}`;
  if (manifest.format > archiveFormat || manifest.schemaVersion > schemaVersion) {
    throw damaged(`${made}, which is newer than this installation (${schemaVersion}). Upgrade this installation first`);
  }
  if (manifest.schemaVersion < oldestSchema) {
    throw damaged(`${made}; the oldest that can be imported is ${oldestSchema}`);
  }
  return manifest;
}
