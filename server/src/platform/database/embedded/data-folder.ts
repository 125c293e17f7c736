import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chown,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCodeOf } from "../../error-code.ts";
import { StartError } from "../../start-error.ts";
import type { PostgresInstallation } from "./choose-postgres.ts";
import type { Account } from "./postgres-account.ts";
import type { PostgresVersion } from "./postgres-version.ts";
import { removeLeftSocketFolder } from "./socket-folder.ts";

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
    return errorCodeOf(error) === "EPERM";
  }
}

const orphanGraceMs = 2_000;
const pollMs = 50;

/** Thrown when another service uses the folder. */
export class DataFolderHeldError extends StartError {}

/**
 * Starts PostgreSQL in the folder once no other uses it. The folder is safe in any case: PostgreSQL refuses to start
 * twice in it. This decides whether a running PostgreSQL belongs to a live service, or was left by one that was killed.
 */
export async function claimDataFolder<Started>(
  dataFolder: string,
  { socketFolder, heldWaitMs }: { readonly socketFolder: string; readonly heldWaitMs: number },
  start: () => Promise<Started>,
): Promise<Started> {
  const deadline = Date.now() + heldWaitMs;
  for (;;) {
    await waitUntilFree(dataFolder, deadline);
    const starting = `${startingPrefix(dataFolder)}${process.pid}`;
    try {
      await writeFile(starting, "");
      const started = await start();
      const before = await readOwner(dataFolder);
      // A live service, whose PostgreSQL is just being restarted, needs its folder again.
      if (before !== undefined && !isAlive(before.pid)) {
        await removeLeftSocketFolder(dirname(dataFolder), before.socketFolder);
      }
      // Written only now, so that of two concurrent starts the loser leaves no trace.
      await writeFile(ownerFile(dataFolder), `${process.pid}\n${socketFolder}\n`);
      return started;
    } catch (error) {
      const isOthers = (await findHolders(dataFolder)).length > 0;
      if (!isOthers) {
        throw error;
      }
    } finally {
      await rm(starting, { force: true });
    }
  }
}

async function waitUntilFree(dataFolder: string, deadline: number): Promise<void> {
  const began = Date.now();
  for (;;) {
    const holders = await findHolders(dataFolder);
    if (holders.length === 0) {
      return;
    }
    const owner = await findLiveOwner(dataFolder);
    if (owner === undefined && Date.now() - began > orphanGraceMs) {
      holders.forEach(interrupt);
    }
    if (Date.now() > deadline) {
      throw new DataFolderHeldError(
        `${dirname(dataFolder)} is in use by ${owner === undefined ? "a PostgreSQL that does not stop" : "another running Weft"} ` +
          `(process ${owner ?? holders[0]}). Stop it, or set another DATA_DIR for this one.`,
      );
    }
    await delay(pollMs);
  }
}

/** The live process that owns PostgreSQL: the recorded owner, or one that is just starting it. */
export async function findLiveOwner(dataFolder: string): Promise<number | undefined> {
  const prefix = basename(startingPrefix(dataFolder));
  const names = (await readdir(dirname(dataFolder))).filter((name) => name.startsWith(prefix));
  const starting = names.map((name) => Number(name.slice(prefix.length))).filter((pid) => pid !== process.pid);
  const owner = (await readOwner(dataFolder))?.pid;
  return [...(owner === undefined ? [] : [owner]), ...starting].find(isAlive);
}

/** A process that is starting PostgreSQL, which takes long after a crash, is not its owner yet. */
function startingPrefix(dataFolder: string): string {
  return join(dirname(dataFolder), "starting-");
}

function ownerFile(dataFolder: string): string {
  return join(dirname(dataFolder), "service.pid");
}

interface Owner {
  readonly pid: number;
  readonly socketFolder: string;
}

async function readOwner(dataFolder: string): Promise<Owner | undefined> {
  const text = await readFile(ownerFile(dataFolder), "utf8").catch(() => "");
  const [pid = "", socketFolder = ""] = text.split("\n");
  return /^\d+$/.test(pid) ? { pid: Number(pid), socketFolder } : undefined;
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, "SIGINT");
  } catch {
    // It has ended in the meantime.
  }
}

/**
 * Creates PostgreSQL's data folder unless it exists; under a temporary name first, so that an existing one is complete.
 */
export async function createDataFolder(
  dataFolder: string,
  programs: PostgresInstallation,
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
    await runInitdb(unfinished, programs, account);
    await rename(unfinished, dataFolder);
  } catch (error) {
    // A concurrent start was faster; its folder is equivalent.
    if (errorCodeOf(error) !== "ENOTEMPTY") {
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

interface EnteredFolder {
  /** Where PostgreSQL is spawned. */
  readonly cwd: string;
  /** How it receives its data folder. */
  readonly argument: string;
  /** To be inherited as the next descriptor after the given ones. */
  readonly handle: FileHandle | undefined;
}

/**
 * Before version 16, programs return to the path of the folder in which they are spawned, which the account may not be
 * able to enter. They inherit the open folder instead.
 */
export async function enterDataFolder(
  dataFolder: string,
  account: Account,
  { major, descriptor }: { readonly major: number | undefined; readonly descriptor: number },
): Promise<EnteredFolder> {
  if (major === undefined || major >= 16 || !account.runsAsRoot || process.platform !== "linux") {
    return { cwd: dataFolder, argument: dataFolderArgument(dataFolder, account), handle: undefined };
  }
  return { cwd: "/", argument: `/proc/self/fd/${descriptor}`, handle: await open(dataFolder) };
}

async function runInitdb(folder: string, { folder: bin, version }: PostgresInstallation, account: Account) {
  const settings = ["--username=postgres", "--auth=peer", "--encoding=UTF8", ...localeOf(version)];
  const { cwd, argument, handle } = await enterDataFolder(folder, account, { major: version.major, descriptor: 3 });
  const child = spawn(join(bin, "initdb"), ["-D", argument, ...settings], {
    ...account.spawnAs,
    cwd,
    stdio: ["ignore", "ignore", "pipe", handle?.fd ?? "ignore"],
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
  });
  let complaint = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const [code] = await once(child, "close");
  await handle?.close();
  if (code !== 0) {
    throw new Error(`PostgreSQL could not create its data directory in ${folder}: ${complaint.trim()}`);
  }
}

/**
 * Texts are compared by their bytes, and letters are those of Unicode. Neither depends on a version of ICU or of the C
 * library, so that any build of the same major version can use the indexes of another.
 */
function localeOf({ major }: PostgresVersion): readonly string[] {
  return major >= 17
    ? ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    : ["--locale=C", "--lc-ctype=C.UTF-8"];
}
