import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { requireSpace, requireSpaceForRows } from "../backup/backup-space.ts";
import { readDatabaseSize } from "../backup/backup-store.ts";
import { makeBackup, requireDatabase } from "../backup/make-backup.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import { databaseIncomplete, restoreRows } from "../backup/restore-rows.ts";
import { nothingChanged } from "../backup/unpack-backup.ts";
import { type Config, loadConfig } from "../config/config.ts";
import { conflict, invalidRequest } from "../platform/errors.ts";
import { maskUrl } from "../platform/parse-url.ts";
import { recordInEveryOrg, withDatabase } from "./operator-act.ts";
import { requireFile, toNewFile } from "./operator-files.ts";

/** Writes a backup to the file, or to standard output for "-". */
export async function backUp(file: string, options: PassphraseOptions): Promise<void> {
  const config = loadConfig();
  const passphrase = await readPassphrase(config, options);
  const path = file === "-" ? undefined : resolve(file);
  const checkSpace = await findSpace(config, path);
  await recordBackup(config);
  const began = Date.now();
  const { entries, bytes } = await untilInterrupted((signal) =>
    path === undefined
      ? makeBackup(config, { target: process.stdout, passphrase, signal })
      : toNewFile(path, (target) => makeBackup(config, { target, passphrase, signal, checkSpace })),
  );
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  const say = file === "-" ? console.error : console.log;
  say(`Backed up ${placeOf(config)}: ${size}, ${entries} entries, ${seconds} s.${notInside(config)}`);
  if (passphrase === undefined) {
    const held = config.secrets === undefined ? "the database and the service's secret" : "the database";
    console.error(
      `Warning: the backup is not encrypted. It contains ${held}. Encrypt it with --passphrase-file or WEFT_BACKUP_PASSPHRASE, or protect the file.`,
    );
  }
}

/** Returns the check to repeat while the backup is written. */
async function findSpace(config: Config, path: string | undefined): Promise<() => Promise<void>> {
  if (config.databaseUrl === undefined) {
    await requireDatabase(config.dataFolder);
    return requireSpace(config, path);
  }
  const databaseBytes = await withDatabase(config, ({ db }) => readDatabaseSize(db));
  return path === undefined ? async () => {} : requireSpaceForRows(config, { file: path, databaseBytes });
}

function placeOf({ databaseUrl, dataFolder }: Config): string {
  return databaseUrl === undefined ? dataFolder : maskUrl(databaseUrl);
}

export interface PassphraseOptions {
  readonly passphraseFile?: string;
}

const passphraseLengthMin = 12;

/** From the file given to the command, or else from the settings. */
async function readPassphrase(config: Config, { passphraseFile }: PassphraseOptions): Promise<string | undefined> {
  if (passphraseFile === undefined) {
    return config.backupPassphrase;
  }
  const text = await readFile(await requireFile(resolve(passphraseFile)), "utf8");
  const passphrase = text.replace(/\r?\n$/, "");
  if (passphrase.length < passphraseLengthMin) {
    throw invalidRequest(`The passphrase in ${passphraseFile} must have at least ${passphraseLengthMin} characters.`);
  }
  return passphrase;
}

/** Restores a backup from the file, or from standard input for "-". */
export async function restore(file: string, options: PassphraseOptions): Promise<void> {
  const config = loadConfig();
  const { dataFolder, postgresPrograms: programs } = config;
  const passphrase = await readPassphrase(config, options);
  const source = file === "-" ? process.stdin : createReadStream(await requireFile(resolve(file)));
  let state = nothingChanged;
  const onBegin = () => {
    state = databaseIncomplete;
  };
  const { createdOn } = await untilInterrupted(
    (signal) =>
      config.databaseUrl === undefined
        ? restoreBackup({ source, passphrase, dataFolder, programs, signal })
        : restoreRows(config, { source, passphrase, signal, onBegin }),
    () => state,
  );
  await recordRestore(config, createdOn);
  if (config.databaseOwnerUrl !== undefined) {
    console.log(
      'The role of DATABASE_URL needs its privileges first: weft migrate --grants <role> | psql "$DATABASE_OWNER_URL"',
    );
  }
  console.log(`Restored ${placeOf(config)} from the backup of ${createdOn}. Start the service there: weft serve`);
}

/** Recorded at the start, because data leaves the service from then on. The backup also contains the entry. */
export function recordBackup(config: Config): Promise<void> {
  return recordInEveryOrg(config, { action: "backup.create", target: { type: "backup" } });
}

/** By the owner of the database: in a new one, the role of DATABASE_URL has no privileges yet. */
export function recordRestore(config: Config, backupCreatedOn: string): Promise<void> {
  const asOwner = { ...config, databaseUrl: config.databaseOwnerUrl ?? config.databaseUrl };
  return recordInEveryOrg(asOwner, {
    action: "backup.restore",
    target: { type: "backup" },
    after: { backupCreatedOn },
  });
}

function notInside({ secrets, s3 }: Config): string {
  return [
    secrets === undefined ? "" : " WEFT_SECRET is not included: keep it elsewhere.",
    s3 === undefined ? "" : " The files in S3 are not included: keep the bucket.",
  ].join("");
}

/** Ctrl-C and a termination signal abort the work, which then cleans up. The state says what it has changed by then. */
export async function untilInterrupted<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  formatState: () => string = () => nothingChanged,
): Promise<Result> {
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    return await work(interrupt.signal);
  } catch (error) {
    throw interrupt.signal.aborted ? conflict(`Interrupted. ${formatState()}`, {}, { cause: error }) : asRefusal(error);
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}

/** Disk errors are for the operator to fix. */
function asRefusal(error: unknown): unknown {
  const isOfDisk = error instanceof Error && "syscall" in error && "code" in error;
  return isOfDisk ? conflict(`Failed: ${error.message}.`, {}, { cause: error }) : error;
}
