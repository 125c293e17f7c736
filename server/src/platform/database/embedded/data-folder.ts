import { readdir, readFile, readlink, realpath, rm } from "node:fs/promises";
import { join } from "node:path";

/** The contents of postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
}

export async function readPostmaster(dataFolder: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(dataFolder, "postmaster.pid"), "utf8").catch(() => undefined);
  const [pid, , , , socketFolder] = text?.split("\n") ?? [];
  return pid === undefined || !/^\d+$/.test(pid) ? undefined : { pid: Number(pid), socketFolder: socketFolder ?? "" };
}

/** The URL of a database behind PostgreSQL's Unix socket, in the driver's format. */
export function socketAddress(socketFolder: string, database: string): string {
  return `socket:${socketFolder}?db=${encodeURIComponent(database)}&user=postgres`;
}

/** The processes that use the folder, if any. Deletes a lock that none of them holds. */
export async function findHolders(dataFolder: string): Promise<number[]> {
  // Read before looking for processes: the lock of one that starts meanwhile must stay.
  const postmaster = await readPostmaster(dataFolder);
  const holders = await listHolders(dataFolder);
  const isStale = holders.length === 0 && postmaster !== undefined && isAlive(postmaster.pid);
  if (isStale && process.platform === "linux") {
    await rm(join(dataFolder, "postmaster.pid"), { force: true });
  }
  return holders;
}

/** The same, without deleting anything. */
export async function listHolders(dataFolder: string): Promise<number[]> {
  if (process.platform === "linux") {
    // PostgreSQL's processes all run in the data folder. A pid in postmaster.pid alone may have been reused since, as
    // is common after a container was killed.
    return findProcessesIn(await realpath(dataFolder));
  }
  const postmaster = await readPostmaster(dataFolder);
  return postmaster !== undefined && isAlive(postmaster.pid) ? [postmaster.pid] : [];
}

async function findProcessesIn(folder: string): Promise<number[]> {
  const entries = await readdir("/proc");
  const found = await Promise.all(
    entries
      .filter((entry) => /^\d+$/.test(entry))
      .map(async (entry) => {
        const isPostgres = (await readFile(`/proc/${entry}/comm`, "utf8").catch(() => "")).startsWith("postgres");
        const cwd = isPostgres ? await readlink(`/proc/${entry}/cwd`).catch(() => "") : "";
        return cwd === folder ? [Number(entry)] : [];
      }),
  );
  return found.flat();
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
