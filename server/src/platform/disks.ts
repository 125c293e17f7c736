import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { nearestFolder } from "./existing-paths.ts";

export interface Disk {
  /** The first of the given folders on this disk. */
  readonly folder: string;
  readonly device: number;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Less than PostgreSQL needs for a few WAL files: a disk with less is full. */
export const fullBytes = 100_000_000;

/** The disks of folders that may be separate mounts or symlinks. */
export async function readDisks(folders: readonly string[]): Promise<readonly Disk[]> {
  const disks = new Map<number, Disk>();
  for (const folder of folders) {
    const disk = await readDisk(await nearestFolder(folder));
    if (!disks.has(disk.device)) {
      disks.set(disk.device, disk);
    }
  }
  return [...disks.values()];
}

async function readDisk(folder: string): Promise<Disk> {
  const { dev: device } = await stat(folder);
  const { bsize, bavail, blocks } = await statfs(folder);
  return { folder, device, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** The bytes of all files below a folder; what is deleted meanwhile, or cannot be read, counts as empty. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory()
      ? await folderBytes(path)
      : await stat(path).then(
          ({ size }) => size,
          () => 0,
        );
  }
  return bytes;
}
