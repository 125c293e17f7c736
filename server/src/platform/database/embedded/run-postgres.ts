import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { enterDataFolder, readPostmaster, socketAddress } from "./data-folder.ts";
import type { Account } from "./postgres-account.ts";

export interface RunPostgresOptions {
  /** The folder with postgres. */
  readonly programs: string;
  /** Their version, if it may be one before 16. */
  readonly major?: number;
  readonly account: Account;
  readonly dataFolder: string;
  /** Private to the account, and the same for every start, because the service's pool uses it. */
  readonly socketFolder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly logFile: string;
}

export interface PostgresProcess {
  /** Resolves when PostgreSQL has ended, with the reason if known. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

// After a crash or a restore it first replays its WAL, which may be many gigabytes. Its death is detected at once.
const startWaitMs = 600_000;
const stopWaitMs = 8_000;
const logBytesMax = 5 * 1024 * 1024;

// The shell holds a pipe from the service. When it closes, even because the service was killed, PostgreSQL gets a fast
// shutdown. The shell waits for PostgreSQL in the foreground, so that an early death is detected at once.
const supervisor = `
"$@" 3<&- & postgres=$!
( cat <&3 >/dev/null; kill -INT $postgres 2>/dev/null ) & watcher=$!
exec 3<&-
wait $postgres; code=$?
kill $watcher 2>/dev/null
exit $code
`;

export async function runPostgres(options: RunPostgresOptions): Promise<PostgresProcess> {
  const { programs, major, account, dataFolder, socketFolder, logFile } = options;
  await clearFolder(socketFolder); // A killed PostgreSQL leaves its socket behind.
  const settings = { ...options.settings, unix_socket_directories: socketFolder, unix_socket_permissions: "0700" };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = await openLog(logFile);
  const { cwd, argument, handle } = await enterDataFolder(dataFolder, account, { major, descriptor: 4 });
  const command = [join(programs, "postgres"), "-D", argument, ...flags];
  const child = spawn("/bin/sh", ["-c", supervisor, "weft-postgres", ...command], {
    ...account.spawnAs,
    cwd,
    // In a separate session, so that Ctrl-C reaches the service first.
    detached: true,
    stdio: ["ignore", log.fd, log.fd, "pipe", handle?.fd ?? "ignore"],
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
  });
  const pipe = child.stdio[3];
  pipe?.on("error", () => {}); // The exit event reports a dead supervisor.
  // The process that watches the pipe ends with it.
  child.once("exit", () => pipe?.destroy());
  await log.close();
  await handle?.close();
  const running: PostgresProcess = {
    ended: once(child, "exit").then(() => lastLogLine(logFile)),
    async stop() {
      pipe?.destroy();
      await waitForExit(child, dataFolder);
    },
  };
  await waitUntilReady(running, child, socketFolder);
  return running;
}

async function clearFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    await rm(join(folder, entry), { force: true });
  }
}

async function openLog(logFile: string) {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > logBytesMax) {
    await rename(logFile, `${logFile}.1`);
  }
  return open(logFile, "a", 0o600);
}

async function waitUntilReady(running: PostgresProcess, child: ChildProcess, socketFolder: string): Promise<void> {
  const deadline = Date.now() + startWaitMs;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const reason = await running.ended;
      await running.stop();
      throw new Error(`PostgreSQL did not start: ${reason}`);
    }
    if (await answers(socketAddress(socketFolder, "postgres"))) {
      return;
    }
    if (Date.now() > deadline) {
      await running.stop();
      throw new Error(`PostgreSQL did not become ready within ${startWaitMs / 1000} s.`);
    }
    await delay(15);
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A shutdown that takes too long becomes an immediate one; the next start then replays the WAL. */
async function waitForExit(child: ChildProcess, dataFolder: string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const exited = once(child, "exit");
  const isLate = await Promise.race([exited.then(() => false), delay(stopWaitMs, true, { ref: false })]);
  if (isLate) {
    const postmaster = await readPostmaster(dataFolder);
    if (postmaster !== undefined) {
      process.kill(postmaster.pid, "SIGQUIT");
    }
    await exited;
  }
}

async function lastLogLine(logFile: string): Promise<string> {
  const text = await readFile(logFile, "utf8").catch(() => "");
  const lines = text.trim().split("\n").slice(-10);
  const reasons = lines.filter((line) => /\b(FATAL|PANIC|ERROR|HINT|DETAIL):/.test(line));
  return (reasons.length > 0 ? reasons : lines.slice(-3)).join(" | ") || `${basename(logFile)} is empty`;
}
