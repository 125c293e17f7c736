import { stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { nearestFolder } from "./existing-paths.ts";
import { type Check, type CheckResult, fault, ok, skipped, warning } from "./finding.ts";

const gigabyte = 1e9;
const freeBytesMin = 2 * gigabyte;
const freeShareMin = 0.1;
// Less than PostgreSQL needs for a few WAL files.
const fullBytes = 0.1 * gigabyte;

export function checkDisk(config: Config): Check {
  return {
    name: "disk",
    look: async () => (await readDisks(placesOf(config))).map(evaluateDisk),
  };
}

export interface Disk {
  /** The first of the service's folders on this disk. */
  readonly folder: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Folders that may be separate mounts or symlinks. */
function placesOf({ dataFolder, databaseUrl, s3 }: Config): readonly string[] {
  const postgres = databaseUrl === undefined ? [join(dataFolder, "postgres")] : [];
  const files = s3 === undefined ? [join(dataFolder, "files")] : [];
  return [dataFolder, ...postgres, ...files, join(dataFolder, "loads")];
}

async function readDisks(places: readonly string[]): Promise<readonly Disk[]> {
  const disks = new Map<number, Disk>();
  for (const place of places) {
    const folder = await nearestFolder(place);
    const { dev } = await stat(folder);
    if (!disks.has(dev)) {
      const { bsize, bavail, blocks } = await statfs(folder);
      disks.set(dev, { folder, freeBytes: bavail * bsize, totalBytes: blocks * bsize });
    }
  }
  return [...disks.values()];
}

export function evaluateDisk({ folder, freeBytes, totalBytes }: Disk): CheckResult {
  if (totalBytes === 0) {
    return skipped(`The file system at ${folder} does not report its size.`);
  }
  const share = freeBytes / totalBytes;
  const detail = `${inGigabytes(freeBytes)} GB of ${inGigabytes(totalBytes)} GB (${Math.floor(share * 100)} %) are free at ${folder}.`;
  const advice = "Free some space, or move DATA_DIR to a larger disk.";
  if (freeBytes < fullBytes) {
    return fault(detail, `${advice} PostgreSQL stops when it cannot write.`);
  }
  return freeBytes < freeBytesMin || share < freeShareMin ? warning(detail, advice) : ok(detail);
}

function inGigabytes(bytes: number): string {
  return (bytes / gigabyte).toFixed(1);
}
