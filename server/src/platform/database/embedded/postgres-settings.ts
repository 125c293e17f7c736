import { randomUUID } from "node:crypto";
import { readFileSync, statfsSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { platform, release, totalmem, userInfo } from "node:os";
import { join } from "node:path";
import type { Account } from "./postgres-account.ts";

const mebibyte = 1024 * 1024;
// Three processes of a query with work_mem each, twice as much for hashes, for several queries.
const sharedBytesMin = 1024 * mebibyte;

/**
 * Settings for PostgreSQL beside the service on one machine, by the memory that both may use. fsync and
 * synchronous_commit keep their defaults: a confirmed write is on disk.
 */
export function postgresSettings(
  memoryBytes = usableMemoryBytes(),
  sharedBytes = sharedMemoryBytes(),
): Readonly<Record<string, string>> {
  const memory = Math.floor(memoryBytes / mebibyte);
  const between = (low: number, value: number, high: number) => `${Math.round(Math.max(low, Math.min(value, high)))}MB`;
  return {
    listen_addresses: "",
    max_connections: "100",
    // An eighth, because Node and the page cache need their share; beyond 2 GB nothing was gained.
    shared_buffers: between(64, memory / 8, 2048),
    effective_cache_size: between(128, memory / 2, 65_536),
    maintenance_work_mem: between(32, memory / 32, 512),
    work_mem: between(4, memory / 512, 32),
    max_wal_size: "2GB",
    checkpoint_timeout: "15min",
    random_page_cost: "1.1",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    // Containers have 64 MB there by default, which parallel queries exceed: they would fail as if the disk were full.
    ...(sharedBytes < sharedBytesMin ? { dynamic_shared_memory_type: "sysv" } : {}),
    ...(syncsWholeDisks(platform(), release()) ? { recovery_init_sync_method: "syncfs" } : {}),
  };
}

/**
 * Before PostgreSQL replays its WAL after a crash, all of its files must be on disk. Syncing them one by one takes
 * seconds, on a busy disk a minute; Linux syncs the whole file system at once, and since 5.8 reports write errors.
 */
export function syncsWholeDisks(system: string, version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return system === "linux" && (major > 5 || (major === 5 && minor >= 8));
}

/** The smaller of the container's limit and the machine's memory. */
function usableMemoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** What POSIX shared memory may use. Only Linux limits it by a file system. */
function sharedMemoryBytes(): number {
  try {
    const { blocks, bsize } = statfsSync("/dev/shm");
    return blocks * bsize;
  } catch {
    return platform() === "linux" ? 0 : Number.POSITIVE_INFINITY;
  }
}

const accessRules = `# Written by Weft at each start. The kernel names the account of a connecting process; pg_ident.conf lists who may connect.
local all all peer map=weft
local replication all peer map=weft
`;

/**
 * Allows only the service's own account and root to connect. Without a rule, every process of PostgreSQL's account
 * could: when root starts the service, that account is shared with other programs.
 */
export async function writeConnectionRules(dataFolder: string, account: Account): Promise<void> {
  const names = new Set([userInfo().username, ...namesOfRoot()]);
  // Before version 16, "all" is the name of a role here.
  const identities = [...names].flatMap((name) =>
    ["all", "postgres"].map((role) => `weft "${name.replaceAll('"', '""')}" ${role}\n`),
  );
  await replaceFile(
    join(dataFolder, "pg_ident.conf"),
    `# Written by Weft at each start.\n${identities.join("")}`,
    account,
  );
  await replaceFile(join(dataFolder, "pg_hba.conf"), accessRules, account);
}

function namesOfRoot(): string[] {
  const entries = readFileSync("/etc/passwd", "utf8").split("\n");
  return entries.flatMap((entry) => /^([^:#]+):[^:]*:0:/.exec(entry)?.[1] ?? []);
}

/** The folder belongs to the other account, so the new file is created exclusively and never through a link. */
export async function replaceFile(path: string, text: string, { uid, gid }: Account): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  const file = await open(unfinished, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.chown(uid, gid);
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
