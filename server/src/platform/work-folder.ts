import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

// Far longer than any work takes: older folders were left by a node that was killed.
const leftMs = 24 * 3_600_000;

/** Creates a folder for one run of some work below the parent, and removes what killed nodes have left there. */
export async function createWorkFolder(parent: string, prefix: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    // Another run may have removed it meanwhile.
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > leftMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
  return mkdtemp(join(parent, prefix));
}
