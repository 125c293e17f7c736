import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { type Disk, fullBytes, readDisks } from "../platform/disks.ts";
import { type Check, type CheckResult, fault, ok, skipped, warning } from "./finding.ts";

const gigabyte = 1e9;
const freeBytesMin = 2 * gigabyte;
const freeShareMin = 0.1;

export function checkDisk(config: Config): Check {
  return {
    name: "disk",
    look: async () => (await readDisks(placesOf(config))).map(evaluateDisk),
  };
}

/** Folders that may be separate mounts or symlinks. */
export function placesOf({ dataFolder, databaseUrl, s3 }: Config): readonly string[] {
  const postgres = databaseUrl === undefined ? [join(dataFolder, "postgres")] : [];
  const files = s3 === undefined ? [join(dataFolder, "files")] : [];
  return [dataFolder, ...postgres, ...files, join(dataFolder, "loads")];
}

export function evaluateDisk({ folder, freeBytes, totalBytes }: Omit<Disk, "device">): CheckResult {
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
