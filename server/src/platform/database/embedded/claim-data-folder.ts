import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartRefused } from "../../start-refused.ts";
import { findHolders, isAlive } from "./data-folder.ts";

const heldWaitMs = 10_000;
const orphanGraceMs = 2_000;
const pollMs = 50;

/** Thrown when another service uses the folder. */
export class DataFolderHeld extends StartRefused {}

/**
 * Starts PostgreSQL in the folder once no other uses it. The folder is safe in any case: PostgreSQL refuses to start
 * twice in it. This decides whether a running PostgreSQL belongs to a live service, or was left by one that was killed.
 */
export async function claimDataFolder<Started>(
  dataFolder: string,
  socketFolder: string,
  start: () => Promise<Started>,
): Promise<Started> {
  const deadline = Date.now() + heldWaitMs;
  for (;;) {
    await waitUntilFree(dataFolder, deadline);
    const starting = `${startingPrefix(dataFolder)}${process.pid}`;
    try {
      await writeFile(starting, "");
      const started = await start();
      await removeLeftSocketFolder(await readOwner(dataFolder));
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
      throw new DataFolderHeld(
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

async function removeLeftSocketFolder(before: Owner | undefined): Promise<void> {
  if (before !== undefined && /^\/tmp\/weft-[A-Za-z0-9]{6}$/.test(before.socketFolder)) {
    await rm(before.socketFolder, { recursive: true, force: true });
  }
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, "SIGINT");
  } catch {
    // It has ended in the meantime.
  }
}
