import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { open, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk of its own that a test can fill. Mounting it needs root. */
export interface SmallDisk {
  readonly path: string;
  /** Fills it up to the given number of free bytes. */
  fill(freeBytes?: number): Promise<void>;
  /** Frees what was filled. */
  free(): Promise<void>;
  remove(): void;
}

export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), "weft-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "weft-small-disk", path]);
  const ballast = join(path, "ballast");
  return {
    path,
    async fill(freeBytes = 0) {
      const file = await open(ballast, "a");
      try {
        for (let left = (await freeBytesOf(path)) - freeBytes; left > 0; left = (await freeBytesOf(path)) - freeBytes) {
          await file.write(Buffer.alloc(Math.min(left, 1_048_576)));
        }
      } catch (error) {
        // Another process took the last bytes.
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    remove() {
      execFileSync("umount", [path]);
      rmdirSync(path);
    },
  };
}

async function freeBytesOf(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
