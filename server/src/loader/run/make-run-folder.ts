import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

// Far longer than any load runs: older folders were left by a node that was killed.
const leftMs = 24 * 3_600_000;

/**
 * Creates a folder for one run, not for one load: a run that was considered dead may still be active beside the next.
 */
export async function makeRunFolder(workFolder: string, loadId: string): Promise<string> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  await removeLeft(workFolder);
  return mkdtemp(join(workFolder, `${loadId}.`));
}

async function removeLeft(workFolder: string): Promise<void> {
  for (const name of await readdir(workFolder)) {
    const path = join(workFolder, name);
    // Another run may have removed it meanwhile.
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > leftMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
