import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { joinDatabase, migrateDatabase, migrationsFolder } from "../config/open-database.ts";
import { findTables } from "../moving/copy-tables.ts";
import * as filling from "../moving/fill-database.ts";
import type { CatalogTable } from "../moving/table-catalog-store.ts";
import { PostgresDatabase } from "../platform/database/database.ts";
import { acceptClosed } from "../platform/database/database-url.ts";
import { listMigrations, newestOf } from "../platform/database/migration-files.ts";
import { conflict } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { type BackupManifest, whyUnusable } from "./backup-manifest.ts";
import { type BackupLayout, layoutPath, layoutSchema, tableOf } from "./backup-rows.ts";
import { type TarEntry, TarError } from "./tar.ts";
import { type BackupSource, readBackup, readJson, textOf, writeDurably } from "./unpack-backup.ts";

/**
 * Restores a backup of rows into the database of DATABASE_URL, which must be empty, and its files into DATA_DIR. Until it
 * has ended, no node can use the database; after an interruption it starts over.
 */
export async function restoreRows(config: Config, source: BackupSource): Promise<BackupManifest> {
  await requireNoFiles(config);
  const own = newestOf(await listMigrations(migrationsFolder));
  const databaseUrl = config.databaseUrl && acceptClosed(config.databaseUrl);
  const { ownerConnectionString, close } = await joinDatabase({ ...config, databaseUrl });
  const connectionString = acceptClosed(ownerConnectionString);
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-restore" });
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 });
  const unpacked = await mkdtemp(join(config.dataFolder, "restore-"));
  const restoring = new RowsRestore({ db, connectionString, folder: unpacked });
  try {
    const manifest = await readBackup(source, {
      whyUnusable: (found) =>
        found.content === "rows"
          ? whyUnusable(found, { postgresMajor: found.postgresMajor, schemaVersion: own })
          : "The backup is of an embedded database. Restore it without DATABASE_URL, and then use weft admin move.",
      take: (entry, found) => restoring.take(entry, found),
    });
    await restoring.end();
    await moveFiles(unpacked, config.dataFolder);
    await filling.endFilling(db);
    await migrateDatabase(connectionString);
    return manifest;
  } finally {
    await rm(unpacked, { recursive: true, force: true });
    await db.close();
    await close();
  }
}

/** Files of another service must not be mixed with those of the backup. */
async function requireNoFiles({ dataFolder, s3 }: Config): Promise<void> {
  const files = join(dataFolder, "files");
  const found = s3 === undefined ? await readdir(files).catch(() => []) : [];
  if (found.length > 0) {
    throw conflict(`${files} is not empty. Move it, or set another DATA_DIR. Nothing was changed.`);
  }
}

async function moveFiles(from: string, dataFolder: string): Promise<void> {
  if ((await readdir(from)).includes("files")) {
    await rm(join(dataFolder, "files"), { recursive: true, force: true });
    await rename(join(from, "files"), join(dataFolder, "files"));
  }
}

interface RestoreTarget {
  readonly db: PostgresDatabase;
  readonly connectionString: string;
  /** For the contents of files. */
  readonly folder: string;
}

/** Takes the entries of an archive in its order: the layout, the rows by table, the files. */
class RowsRestore {
  readonly #target: RestoreTarget;
  #layout: BackupLayout | undefined;
  #tables: readonly CatalogTable[] = [];
  #filler: { readonly table: string; readonly filler: filling.TableFiller } | undefined;

  constructor(target: RestoreTarget) {
    this.#target = target;
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
      const path = join(this.#target.folder, entry.path);
      await (entry.kind === "folder" ? mkdir(path, { mode: 0o700 }) : writeDurably(path, entry));
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
    const { db, connectionString } = this.#target;
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
      prepareSchema: () => filling.prepareSchemaOf(db, connectionString, schemaVersion),
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
    const lines = (await textOf(entry)).split("\n").filter((line) => line !== "");
    await this.#filler.filler.addLines(lines);
  }
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
