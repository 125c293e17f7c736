import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Config } from "../config/config.ts";
import { joinDatabase } from "../config/open-database.ts";
import { connectClient } from "../platform/database/database-hosts.ts";
import { completeSwitch } from "../platform/database/embedded/switch-data-folder.ts";
import { nothingFound } from "../platform/errors.ts";
import { encryptBackup } from "./backup-cipher.ts";
import { databaseEntries, fileEntries, storedFileEntries } from "./backup-entries.ts";
import { endPath, folderFormat, manifestEntry } from "./backup-manifest.ts";
import { withRowsBackup } from "./backup-rows.ts";
import { readDatabaseFacts } from "./backup-store.ts";
import { packTar, type TarEntry, textEntry } from "./tar.ts";

export interface BackupTally {
  readonly entries: number;
  /** Of the archive. */
  readonly bytes: number;
}

export interface BackupOptions {
  readonly target: Writable;
  /** If set, the archive is encrypted with it. */
  readonly passphrase: string | undefined;
  readonly signal: AbortSignal;
  /** Called before every few megabytes of the archive; ends the backup by throwing. */
  readonly checkSpace?: (() => Promise<void>) | undefined;
}

// The database is mostly text and empty pages: higher levels take several times as long to save a tenth.
const gzipLevel = 1;
const checkEveryBytes = 4 * 1024 * 1024;

/**
 * Writes everything the service keeps to one archive, whether or not the service is running: the folder of an embedded
 * PostgreSQL, or the rows of the one of DATABASE_URL.
 */
export async function makeBackup(config: Config, options: BackupOptions): Promise<BackupTally> {
  if (config.databaseUrl !== undefined) {
    return withRowsBackup(config, (entries) => writeArchive(entries, options));
  }
  await requireDatabase(config.dataFolder);
  const database = await joinDatabase(config);
  try {
    return await writeArchive(backupEntries(config, database.connectionString), options);
  } finally {
    await database.close();
  }
}

async function writeArchive(content: AsyncIterable<TarEntry>, options: BackupOptions): Promise<BackupTally> {
  const { target, passphrase, signal, checkSpace = async () => {} } = options;
  const tally = { entries: 0, bytes: 0 };
  await pipeline(
    Readable.from(packTar(withEnd(content, tally)), { objectMode: false }),
    createGzip({ level: gzipLevel }),
    (source: AsyncIterable<Buffer>) => (passphrase === undefined ? source : encryptBackup(source, passphrase)),
    async function* (source: AsyncIterable<Buffer>) {
      for await (const bytes of source) {
        if (tally.bytes % checkEveryBytes < bytes.length) {
          await checkSpace();
        }
        tally.bytes += bytes.length;
        yield bytes;
      }
    },
    target,
    { signal },
  );
  return tally;
}

/** Opening it would create a new database where none exists. */
export async function requireDatabase(dataFolder: string): Promise<void> {
  await completeSwitch(dataFolder);
  const version = join(dataFolder, "postgres", "PG_VERSION");
  if ((await stat(version).catch(() => undefined)) === undefined) {
    throw nothingFound(`There is no database in ${dataFolder}. Check DATA_DIR and its permissions.`);
  }
}

/** The database first: the bytes of a file are stored before its row, so no row lacks its bytes. */
async function* backupEntries(config: Config, connectionString: string): AsyncGenerator<TarEntry> {
  const { dataFolder } = config;
  const client = await connectClient(connectionString, { application_name: "weft-backup" });
  try {
    yield manifestEntry({ ...(await readDatabaseFacts(client)), format: folderFormat, content: "folder" });
    yield* databaseEntries(client, join(dataFolder, "postgres"));
  } finally {
    await client.end();
  }
  yield* storedFileEntries(config);
  // Not the first credentials: they are for the first hours, and a copy would outlive their deletion.
  yield* fileEntries(join(dataFolder, "secret"), "secret");
}

async function* withEnd(entries: AsyncIterable<TarEntry>, tally: { entries: number }): AsyncGenerator<TarEntry> {
  let bytes = 0;
  for await (const entry of entries) {
    tally.entries += 1;
    bytes += entry.size;
    yield entry;
  }
  yield textEntry(endPath, `${JSON.stringify({ entries: tally.entries, bytes })}\n`);
}
