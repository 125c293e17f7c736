import { chown, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { z } from "zod";
import { migrationsFolder } from "../config/open-database.ts";
import { choosePostgres } from "../platform/database/embedded/choose-postgres.ts";
import type { Account } from "../platform/database/embedded/postgres-account.ts";
import { surveyPostgres } from "../platform/database/embedded/select-postgres.ts";
import { listMigrations, newestOf } from "../platform/database/migration-files.ts";
import { errorCodeOf } from "../platform/error-code.ts";
import { conflict, invalidRequest } from "../platform/errors.ts";
import { decryptBackup, isEncrypted, magicBytes, PassphraseError } from "./backup-cipher.ts";
import {
  type BackupEnd,
  type BackupManifest,
  endPath,
  endSchema,
  manifestPath,
  manifestSchema,
  whyUnusable,
  whyWithoutPostgres,
} from "./backup-manifest.ts";
import { type TarEntry, TarError, unpackTar } from "./tar.ts";

export interface BackupSource {
  readonly source: Readable;
  /** Only for an encrypted backup. */
  readonly passphrase: string | undefined;
  readonly signal: AbortSignal;
}

export interface UnpackOptions extends BackupSource {
  /** Empty, and owned by the service's account. */
  readonly folder: string;
  /** The future owner of the database. */
  readonly account: Account;
  /** WEFT_POSTGRES_BIN. */
  readonly programs: string;
}

const places = /^(postgres|files)(\/|$)|^(secret|first-credentials\.json)$/;

/** Unpacks a backup that is complete and usable by this release; any other is rejected with an explanation. */
export async function unpackBackup(options: UnpackOptions): Promise<BackupManifest> {
  const own = newestOf(await listMigrations(migrationsFolder));
  const { account, folder, programs: setting } = options;
  const survey = await surveyPostgres({ setting, account, folder });
  return readBackup(options, {
    whyUnusable: (manifest) =>
      manifest.content === "folder"
        ? (whyUnusable(manifest, own) ?? whyWithoutPostgres(manifest, choosePostgres(survey, manifest.postgresMajor)))
        : "The backup is of a database of DATABASE_URL. Set DATABASE_URL to an empty database to restore it.",
    take: (entry) => writeEntry(entry, options),
    formatState: () => nothingChanged,
  });
}

export const nothingChanged = "Nothing was changed.";

export interface BackupReader {
  /** Why the backup cannot be used here; undefined if it can. */
  readonly whyUnusable: (manifest: BackupManifest) => string | undefined;
  /** Called with each entry after the manifest. */
  readonly take: (entry: TarEntry, manifest: BackupManifest) => Promise<void>;
  /** What the restore has changed so far: the last sentence of an explanation. */
  readonly formatState: () => string;
}

/** Reads a backup to its end. Fails with an explanation if it is damaged, incomplete or not usable. */
export async function readBackup(options: BackupSource, reader: BackupReader): Promise<BackupManifest> {
  const gunzip = createGunzip();
  let refusal: unknown;
  const decrypt = (source: AsyncIterable<Buffer>) => decryptIfNeeded(source, options.passphrase);
  const feeding = pipeline(options.source, decrypt, gunzip, { signal: options.signal }).catch((error: unknown) => {
    refusal = error;
  });
  try {
    return await readEntries(unpackTar(gunzip), reader, options.signal);
  } catch (error) {
    // The reader reports why the archive ended early.
    gunzip.destroy();
    await feeding;
    const cause = refusal instanceof PassphraseError || refusal instanceof TarError ? refusal : error;
    throw asBrokenBackup(cause, reader.formatState());
  } finally {
    gunzip.destroy();
    await feeding;
  }
}

/** A plain archive is rejected if a passphrase is given: it might have replaced an encrypted one. */
async function* decryptIfNeeded(source: AsyncIterable<Buffer>, passphrase: string | undefined): AsyncGenerator<Buffer> {
  const parts = source[Symbol.asyncIterator]();
  const first = await readFirst(parts);
  const whole = withFirst(first, parts);
  if (!isEncrypted(first)) {
    if (passphrase !== undefined) {
      throw new PassphraseError(
        "The backup is not encrypted, but a passphrase was given. Omit it to restore this backup.",
      );
    }
    yield* whole;
  } else if (passphrase === undefined) {
    throw new PassphraseError(
      "The backup is encrypted. Provide its passphrase with --passphrase-file, WEFT_BACKUP_PASSPHRASE or WEFT_BACKUP_PASSPHRASE_FILE.",
    );
  } else {
    yield* decryptBackup(whole, passphrase);
  }
}

/** A pipe may deliver a few bytes at a time. */
async function readFirst(parts: AsyncIterator<Buffer>): Promise<Buffer> {
  let first = Buffer.alloc(0);
  while (first.length < magicBytes) {
    const { value, done } = await parts.next();
    if (done === true) {
      break;
    }
    first = Buffer.concat([first, value]);
  }
  return first;
}

async function* withFirst(first: Buffer, parts: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let part = await parts.next(); part.done !== true; part = await parts.next()) {
    yield part.value;
  }
}

async function readEntries(
  entries: AsyncIterable<TarEntry>,
  reader: BackupReader,
  signal: AbortSignal,
): Promise<BackupManifest> {
  let manifest: BackupManifest | undefined;
  let end: BackupEnd | undefined;
  const counted = { entries: 0, bytes: 0 };
  for await (const entry of entries) {
    signal.throwIfAborted();
    if (entry.path === endPath) {
      end = await readJson(entry, endSchema);
      continue;
    }
    counted.entries += 1;
    counted.bytes += entry.size;
    if (manifest === undefined) {
      manifest = await readManifest(entry, reader);
    } else {
      await reader.take(entry, manifest);
    }
  }
  if (manifest === undefined || end?.entries !== counted.entries || end.bytes !== counted.bytes) {
    throw new TarError("it is incomplete");
  }
  return manifest;
}

async function readManifest(entry: TarEntry, reader: BackupReader): Promise<BackupManifest> {
  if (entry.path !== manifestPath) {
    throw new TarError("it is not a Weft backup");
  }
  const manifest = await readJson(entry, manifestSchema);
  const reason = reader.whyUnusable(manifest);
  if (reason !== undefined) {
    throw conflict(`${reason} ${nothingChanged}`);
  }
  return manifest;
}

const jsonBytesMax = 1024 * 1024;

export async function readJson<Schema extends z.ZodType>(entry: TarEntry, schema: Schema): Promise<z.output<Schema>> {
  const text = await textOf(entry, jsonBytesMax);
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new TarError(`its ${entry.path} cannot be read`, { cause });
  }
}

/** The whole content in memory: an archive can claim any size. */
export async function textOf(entry: TarEntry, bytesMax: number): Promise<string> {
  if (entry.size > bytesMax) {
    throw new TarError(`its ${entry.path} is too large`);
  }
  const parts: Buffer[] = [];
  for await (const part of entry.content) {
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

async function writeEntry(entry: TarEntry, { folder, account }: UnpackOptions): Promise<void> {
  if (!places.test(entry.path)) {
    throw new TarError(`${entry.path} is not part of a backup`);
  }
  const path = join(folder, entry.path);
  const isDatabase = entry.path.startsWith("postgres");
  if (entry.kind === "folder") {
    await mkdir(path, { mode: 0o700 });
  } else {
    // PostgreSQL syncs its own folder to disk before it replays its WAL.
    await (isDatabase ? writeBytes : writeDurably)(path, entry);
  }
  if (isDatabase && account.runsAsRoot) {
    await chown(path, account.uid, account.gid);
  }
}

export async function writeDurably(path: string, entry: TarEntry): Promise<void> {
  await writeBytes(path, entry);
  const file = await open(path, "r+");
  await file.sync();
  await file.close();
}

async function writeBytes(path: string, { content }: TarEntry): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    for await (const bytes of content) {
      await file.appendFile(bytes);
    }
  } finally {
    await file.close();
  }
}

/** Converts errors of the archive itself to an explanation; other errors are unchanged. */
function asBrokenBackup(error: unknown, state: string): unknown {
  if (error instanceof PassphraseError) {
    return invalidRequest(`${error.message} ${state}`, { cause: error });
  }
  const isZlib = errorCodeOf(error).startsWith("Z_");
  const isDouble = errorCodeOf(error) === "EEXIST";
  const reason = isZlib ? "it is damaged or truncated" : isDouble ? "it has a duplicate path" : undefined;
  const reported = error instanceof TarError ? error.message : reason;
  return reported === undefined
    ? error
    : invalidRequest(`The backup cannot be used: ${reported}. ${state}`, { cause: error });
}
