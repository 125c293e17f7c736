import { dirname, join } from "node:path";
import type { Config } from "../config/config.ts";
import { type Disk, folderBytes, fullBytes, readDisks } from "../platform/disks.ts";
import { conflict } from "../platform/errors.ts";
import type { Problem } from "../platform/problem.ts";

/**
 * Rejects a backup for which its disk has too little space, before anything is written. Returns the check to repeat while
 * it is written: on the disk of a running PostgreSQL, it must never use the last space, because PostgreSQL would stop.
 */
export async function requireSpace(config: Config, file: string | undefined): Promise<() => Promise<void>> {
  const database = join(config.dataFolder, "postgres");
  const databaseDisk = await diskOf(database);
  if (databaseDisk.freeBytes < walBytes) {
    throw tooLittleForWal(databaseDisk);
  }
  if (file === undefined) {
    return async () => {};
  }
  const disk = await diskOf(dirname(file));
  const reservedBytes = disk.device === databaseDisk.device ? fullBytes : 0;
  const neededBytes = await estimateBytes(config, database);
  if (disk.freeBytes < neededBytes + reservedBytes) {
    throw tooLittleSpace(disk, neededBytes, reservedBytes);
  }
  return () => requireFree(file, reservedBytes);
}

/** The same for a backup of rows. Where its PostgreSQL stores them is not known: it may be on the disk of the file. */
export async function requireSpaceForRows(
  { dataFolder, s3 }: Config,
  { file, databaseBytes }: { readonly file: string; readonly databaseBytes: number },
): Promise<() => Promise<void>> {
  const disk = await diskOf(dirname(file));
  const files = s3 === undefined ? await folderBytes(join(dataFolder, "files")) : 0;
  const neededBytes = Math.ceil(databaseBytes * compressedShare + files);
  if (disk.freeBytes < neededBytes + fullBytes) {
    throw tooLittleSpace(disk, neededBytes, fullBytes);
  }
  return () => requireFree(file, fullBytes);
}

async function requireFree(file: string, reservedBytes: number): Promise<void> {
  const disk = await diskOf(dirname(file));
  if (disk.freeBytes < reservedBytes) {
    throw tooLittleSpace(disk, 0, reservedBytes);
  }
}

// PostgreSQL begins new files of 16 MiB at the start and at the end of a backup, and others write meanwhile.
const walBytes = 3 * 16_777_216;

function tooLittleForWal({ folder, freeBytes }: Disk): Problem {
  return conflict(
    `There is too little space at ${folder}: ${inMegabytes(freeBytes)} MB are free, and PostgreSQL needs ` +
      `${inMegabytes(walBytes)} MB during a backup. No backup was created. Free some space first.`,
  );
}

async function diskOf(folder: string): Promise<Disk> {
  const [disk] = await readDisks([folder]);
  if (disk === undefined) throw new Error(`${folder} is on no disk`);
  return disk;
}

// More than was measured: a database with 20,000 items was compressed to a seventh. Random values compress worse.
const compressedShare = 0.5;

/** The size of the archive. Files are often compressed already. */
async function estimateBytes({ dataFolder, s3 }: Config, database: string): Promise<number> {
  const files = s3 === undefined ? await folderBytes(join(dataFolder, "files")) : 0;
  return Math.ceil((await folderBytes(database)) * compressedShare + files);
}

function tooLittleSpace({ folder, freeBytes }: Disk, neededBytes: number, reservedBytes: number): Problem {
  const needed = neededBytes === 0 ? "" : `about ${inMegabytes(neededBytes)} MB for the backup`;
  const reserved = reservedBytes === 0 ? "" : `${inMegabytes(reservedBytes)} MB that stay free for PostgreSQL`;
  const wanted = [needed, reserved].filter((part) => part !== "").join(" and ");
  return conflict(
    `There is too little space at ${folder}: ${inMegabytes(freeBytes)} MB are free, and the backup needs ${wanted}. ` +
      "No backup was created. Write it to another disk, or elsewhere with: weft admin backup - | ssh …",
  );
}

const inMegabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
