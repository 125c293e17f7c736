import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Account } from "./postgres-account.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";

/**
 * Creates PostgreSQL's data folder unless it exists; under a temporary name first, so that an existing one is complete.
 */
export async function createDataFolder(
  dataFolder: string,
  binaries: PostgresBinaries,
  account: Account,
): Promise<void> {
  if ((await stat(join(dataFolder, "PG_VERSION")).catch(() => undefined)) !== undefined) {
    return;
  }
  const parent = dirname(dataFolder);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const unfinished = await mkdtemp(`${dataFolder}.new-`);
  try {
    await chown(unfinished, account.uid, account.gid);
    await runInitdb(unfinished, binaries, account);
    await rename(unfinished, dataFolder);
  } catch (error) {
    // A concurrent start was faster; its folder is equivalent.
    const isMadeByOther = error instanceof Error && "code" in error && error.code === "ENOTEMPTY";
    if (!isMadeByOther) {
      throw error;
    }
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** How PostgreSQL receives its data folder: it is spawned in it, and may not be able to reach it by its path. */
export function dataFolderArgument(dataFolder: string, account: Account): string {
  return account.runsAsRoot && process.platform === "linux" ? "/proc/self/cwd" : dataFolder;
}

async function runInitdb(folder: string, binaries: PostgresBinaries, account: Account): Promise<void> {
  const settings = ["--username=postgres", "--auth=peer", "--encoding=UTF8", "--locale=C"];
  const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const child = spawn(binaries.initdb, ["-D", dataFolderArgument(folder, account), ...settings, ...locale], {
    ...account.spawnAs,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) {
    throw new Error(`PostgreSQL could not create its data directory in ${folder}: ${complaint.trim()}`);
  }
}
