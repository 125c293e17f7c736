import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { type Account, choosePostgresAccount } from "../platform/database/embedded/postgres-account.ts";
import { startEmbeddedPostgres } from "../platform/database/embedded/start-embedded-postgres.ts";
import { conflict, invalidRequest } from "../platform/errors.ts";
import type { BackupManifest } from "./backup-manifest.ts";
import { unpackBackup } from "./unpack-backup.ts";

export interface RestoreOptions {
  readonly source: Readable;
  /** Only for an encrypted backup. */
  readonly passphrase: string | undefined;
  /** Absent or empty. */
  readonly dataFolder: string;
  /** WEFT_POSTGRES_BIN. */
  readonly programs: string;
  readonly signal: AbortSignal;
}

/** Moves a backup into the data folder once its database has recovered. A failure before that leaves no trace. */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const { source, passphrase, dataFolder, programs, signal } = options;
  const made = await makeEmptyFolder(dataFolder);
  // Inside the folder, because it may be a volume of its own with a parent that is not writable.
  const unpacked = await mkdtemp(join(dataFolder, "restore-"));
  try {
    const account: Account = choosePostgresAccount();
    const manifest = await unpackBackup({ source, passphrase, folder: unpacked, account, programs, signal });
    await proveRecovery(unpacked, programs);
    signal.throwIfAborted();
    await moveUp(unpacked, dataFolder);
    return manifest;
  } finally {
    await rm(unpacked, { recursive: true, force: true });
    await removeIfEmpty(dataFolder, made ?? `${dataFolder}/`);
  }
}

/** Returns the topmost folder that had to be created. */
async function makeEmptyFolder(dataFolder: string): Promise<string | undefined> {
  const made = await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  // A separate disk contains this folder from the start.
  const found = (await readdir(dataFolder)).filter((name) => name !== "lost+found");
  if (found.length > 0) {
    throw conflict(
      `${dataFolder} is not empty. Restore into a directory that is empty or does not exist: move this one, or set another DATA_DIR.`,
    );
  }
  return made;
}

/** The folder and its parents, up to the topmost one that was created. */
async function removeIfEmpty(folder: string, topmost: string): Promise<void> {
  for (let path = folder; path.length >= topmost.length; path = dirname(path)) {
    await rmdir(path).catch(() => {}); // A folder with content stays.
  }
}

/** PostgreSQL replays its WAL until the copy is consistent, or fails to start. */
async function proveRecovery(folder: string, programs: string): Promise<void> {
  try {
    const postgres = await startEmbeddedPostgres({ folder, programs });
    await postgres.stop();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw invalidRequest(`The database of the backup could not be recovered: ${reason}. Nothing was changed.`, {
      cause,
    });
  }
  await rm(join(folder, "service.pid"), { force: true });
}

/** The database last: without it the folder does not count as restored. */
async function moveUp(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => name !== "postgres");
  for (const name of [...names, "postgres"]) {
    await rename(join(from, name), join(to, name));
  }
}
