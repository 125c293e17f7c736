import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
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

/** The entries of an archive in order. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const unzipped = pipeline(createReadStream(path), createGunzip(), () => {}); // The reader receives failures.
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
export async function checkArchive(path: string, options: CheckOptions): Promise<CheckedArchive> {
  try {
    return await readWhole(path, options);
  } catch (error) {
    throw error instanceof TarError || isOfGzip(error) ? damaged("the file is damaged or incomplete", error) : error;
  }
}

function isOfGzip(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(Z_|ERR_STREAM)/.test(String(error.code));
}

async function readWhole(path: string, options: CheckOptions): Promise<CheckedArchive> {
  const tally = new Tally(options.collectsIds);
  let manifest: ArchiveManifest | undefined;
  let end: ArchiveEnd | undefined;
  for await (const { place, content, size } of readArchive(path)) {
    if (end !== undefined || (manifest === undefined) !== (place.kind === "manifest")) {
      throw damaged("its entries are not in order");
    }
    if (place.kind === "manifest") {
      manifest = requireUsable(parseEntry(archiveManifestSchema, await textOf(content)), options.schemaVersion);
    } else if (place.kind === "end") {
      end = parseEntry(archiveEndSchema, await textOf(content));
    } else if (place.kind === "file") {
      tally.countFile(place.id, size);
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

/** What an archive has, to compare with what its last entry says. */
class Tally {
  readonly ids = new IdSet();
  readonly #collectsIds: boolean;
  readonly #tables = new Map<string, { rows: number; readonly hash: Hash }>();
  readonly #files = { count: 0, bytes: 0, ids: new IdSet() };
  /** The files that have bytes, according to their rows. */
  readonly #rowsOfFiles = { count: 0, bytes: 0 };

  constructor(collectsIds: boolean) {
    this.#collectsIds = collectsIds;
  }

  countFile(id: string, size: number): void {
    if (this.#files.ids.has(id)) {
      throw damaged(`it has the file ${id} twice`);
    }
    this.#files.ids.add(id);
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
      this.#countRow(table, parseRow(table, line));
    }
  }

  /** Ids of rows, and of deleted entities in the history. */
  #countRow(table: string, { id, entity_id: entityId, uploaded_size: bytes }: ArchivedRow): void {
    for (const one of this.#collectsIds ? [id, entityId] : []) {
      if (typeof one === "string") {
        this.ids.add(one);
      }
    }
    if (table === "files" && bytes !== undefined && bytes > 0) {
      this.#rowsOfFiles.count += 1;
      this.#rowsOfFiles.bytes += bytes;
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
    const isSame = (other: ArchiveEnd["files"]) =>
      this.#files.count === other.count && this.#files.bytes === other.bytes;
    if (!isSame(end.files) || !isSame(this.#rowsOfFiles)) {
      throw damaged("its files do not match its manifest");
    }
  }
}

export function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

const rowSchema = z.looseObject({
  id: z.string().optional(),
  entity_id: z.string().nullish(),
  uploaded_size: z.int().optional(),
});
type ArchivedRow = z.output<typeof rowSchema>;

/** Indexes of properties are shared by all organizations, so an invalid property would affect the others. */
const typeSchema = rowSchema.extend({ properties: z.array(propertySchema) });

function parseRow(table: string, line: string): ArchivedRow {
  try {
    return (table === "entity_types" ? typeSchema : rowSchema).parse(JSON.parse(line));
  } catch (error) {
    throw damaged(`it has an invalid row of ${table}`, error);
  }
}

function parseEntry<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw damaged("its manifest cannot be read", error);
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
