import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { z } from "zod";
import type { Config } from "../config/config.ts";
import { joinDatabase, migrateDatabase, migrationsFolder } from "../config/open-database.ts";
import { findTables } from "../moving/copy-tables.ts";
import * as filling from "../moving/fill-database.ts";
import type { CatalogTable } from "../moving/table-catalog-store.ts";
import { PostgresDatabase } from "../platform/database/database.ts";
import { acceptClosed } from "../platform/database/database-url.ts";
import { listMigrations, newestOf } from "../platform/database/migration-files.ts";
import { errorCodeOf } from "../platform/error-code.ts";
import { conflict } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { type BackupManifest, whyUnusable } from "./backup-manifest.ts";
import { type BackupLayout, layoutPath, layoutSchema, rowsBytesMax, tableOf } from "./backup-rows.ts";
import { type TarEntry, TarError } from "./tar.ts";
import { type BackupSource, nothingChanged, readBackup, readJson, textOf, writeDurably } from "./unpack-backup.ts";

export interface RestoreRowsOptions extends BackupSource {
  /** Called once everything is checked, before the database is changed. */
  readonly onBegin: () => void;
}

/** Of a database, until its restore has ended. */
export const databaseIncomplete = "The database is incomplete: restore again, or drop it.";

/**
 * Restores a backup of rows into the database of DATABASE_URL, which must be empty, and its files into DATA_DIR. Until it
 * has ended, no node can use the database; after an interruption it starts over.
 */
export async function restoreRows(config: Config, options: RestoreRowsOptions): Promise<BackupManifest> {
  await requireNoFiles(config);
  const own = newestOf(await listMigrations(migrationsFolder));
  const databaseUrl = config.databaseUrl && acceptClosed(config.databaseUrl);
  const { ownerConnectionString, close } = await joinDatabase({ ...config, databaseUrl });
  const connectionString = acceptClosed(ownerConnectionString);
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-restore" });
  const files = filesOf(config);
  await mkdir(files, { recursive: true, mode: 0o700 });
  // Inside the folder, because it may be a disk of its own.
  const unpacked = await mkdtemp(join(files, unpackedPrefix));
  const restoring = new RowsRestore({
    db,
    connectionString,
    folder: unpacked,
    readsFilesFromS3: config.s3 !== undefined,
    onBegin: options.onBegin,
  });
  try {
    const manifest = await readBackup(options, {
      whyUnusable: (found) =>
        found.content === "rows"
          ? whyUnusable(found, own)
          : "The backup is of an embedded database. Restore it without DATABASE_URL, and then use weft admin move.",
      take: (entry, found) => restoring.take(entry, found),
      formatState: () => (restoring.hasBegun ? databaseIncomplete : nothingChanged),
    });
    await restoring.end();
    await moveFiles(unpacked, files);
    await filling.endFilling(db);
    await migrateDatabase(connectionString);
    return manifest;
  } finally {
    await rm(unpacked, { recursive: true, force: true });
    await db.close();
    await close();
  }
}

const unpackedPrefix = "restore-";
const filesOf = ({ dataFolder }: Config) => join(dataFolder, "files");

/** Files of another service must not be mixed with those of the backup. */
async function requireNoFiles(config: Config): Promise<void> {
  const names = await readdir(filesOf(config)).catch(() => []);
  // What a restore has left that was killed, and what a disk has from the start.
  if (!names.every((name) => name.startsWith(unpackedPrefix) || name === "lost+found")) {
    throw conflict(`${filesOf(config)} is not empty. Move it, or set another DATA_DIR. ${nothingChanged}`);
  }
}

async function moveFiles(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    await rename(join(from, name), join(to, name));
  }
}

interface RestoreTarget {
  readonly db: PostgresDatabase;
  readonly connectionString: string;
  /** For the contents of files. */
  readonly folder: string;
  readonly readsFilesFromS3: boolean;
  readonly onBegin: () => void;
}

/** Takes the entries of an archive in its order: the layout, the rows by table, the files. */
class RowsRestore {
  readonly #target: RestoreTarget;
  #layout: BackupLayout | undefined;
  #tables: readonly CatalogTable[] = [];
  #hasBegun = false;
  #filler: { readonly table: string; readonly filler: filling.TableFiller } | undefined;

  constructor(target: RestoreTarget) {
    this.#target = target;
  }

  /** Whether the database has been changed. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  async take(entry: TarEntry, { schemaVersion }: BackupManifest): Promise<void> {
    if (this.#layout === undefined) {
      await this.#begin(entry, schemaVersion);
      return;
    }
    const name = tableOf(entry.path);
    if (name !== undefined) {
      await this.#addRows(name, entry);
    } else if (/^files(\/|$)/.test(entry.path)) {
      await this.#keepFile(entry);
    } else {
      throw new TarError(`${entry.path} is not part of a backup`);
    }
  }

  async end(): Promise<void> {
    await this.#filler?.filler.end();
    await filling.setSequences(this.#target.db, this.#layout?.sequences ?? []);
  }

  async #begin(entry: TarEntry, schemaVersion: number): Promise<void> {
    if (entry.path !== layoutPath) {
      throw new TarError("it does not describe its tables");
    }
    const layout = await readJson(entry, layoutSchema);
    const { db, connectionString, readsFilesFromS3, onBegin } = this.#target;
    if (readsFilesFromS3 && layout.hasFiles) {
      throw conflict(
        `The backup has contents of files, which nodes with S3_ENDPOINT would look for in the bucket. Restore it without the settings S3_…: the contents are then in DATA_DIR/files. ${nothingChanged}`,
      );
    }
    // The same purpose for every restore: what an interrupted one has left is replaced.
    const purpose = {
      reason: "incomplete",
      moveId: "restore",
      attemptId: newId(),
      place: "a backup",
      isQuiet: true,
    } as const;
    await filling.beginFilling(db, {
      purpose,
      prepareSchema: () => {
        this.#hasBegun = true;
        onBegin();
        return filling.prepareSchemaOf(db, connectionString, schemaVersion);
      },
    });
    await filling.makePartitions(db, layout.partitions);
    this.#tables = await findTables(db);
    requireSameTables(layout, this.#tables);
    this.#layout = layout;
  }

  async #addRows(name: string, entry: TarEntry): Promise<void> {
    if (this.#filler?.table !== name) {
      await this.#filler?.filler.end();
      const table = this.#tables.find((known) => known.name === name);
      if (table === undefined) {
        throw new TarError(`its table ${name} is unknown`);
      }
      this.#filler = { table: name, filler: await filling.TableFiller.open(this.#target.db, table) };
    }
    const text = await textOf(entry, rowsBytesMax);
    try {
      await this.#filler.filler.addLines(text.split("\n").filter((line) => line !== ""));
    } catch (error) {
      throw asUnfitRows(error, entry);
    }
  }

  async #keepFile(entry: TarEntry): Promise<void> {
    // Contents of a layout without files were added after its snapshot: no row refers to them.
    if (this.#layout?.hasFiles !== true) {
      return;
    }
    const path = join(this.#target.folder, relative("files", entry.path));
    // The folder itself exists.
    await (entry.kind === "folder" ? mkdir(path, { recursive: true, mode: 0o700 }) : writeDurably(path, entry));
  }
}

/** Converts errors of rows that are not of their table; other errors are unchanged. */
function asUnfitRows(error: unknown, { path }: TarEntry): unknown {
  if (error instanceof SyntaxError || error instanceof z.ZodError) {
    return new TarError(`its ${path} cannot be inserted`, { cause: error });
  }
  // Values that are not of their type, or violate a constraint.
  const isOfRows = error instanceof Error && /^2[23]/.test(errorCodeOf(error));
  return isOfRows ? new TarError(`its ${path} cannot be inserted (${error.message})`, { cause: error }) : error;
}

/** The migrations of one version create the same tables in every release. */
function requireSameTables({ tables }: BackupLayout, own: readonly CatalogTable[]): void {
  const namesOf = (table: CatalogTable) => table.columns.map(({ name }) => name).join();
  const known = new Map(own.map((table) => [table.name, namesOf(table)]));
  const other = tables.find(({ name, columns }) => known.get(name) !== columns.join());
  if (other !== undefined) {
    throw new TarError(`its table ${other.name} differs from that of this release`);
  }
}
