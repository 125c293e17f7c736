import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFile, chown, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { choosePostgresAccount } from "../../server/src/platform/database/embedded/postgres-account.ts";
import { runOnce } from "../../server/src/testing/test-database.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { freePort } from "./free-port.ts";

/** The PostgreSQL of the distribution, as an operator would run it: with passwords, on a port of one address. */
export interface DebianPostgres {
  /** For the tools of PostgreSQL and for the service alike. */
  url(database: string, user?: string): string;
  /** As the superuser. */
  run(database: string, statement: string): Promise<void>;
  readonly port: number;
  stop(): Promise<void>;
}

/** The password of every role. */
export const password = "a password of the tests";
const packages = "/usr/lib/postgresql";

export interface DebianOptions {
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** Such as archive_mode=on. */
  readonly settings?: readonly string[];
  /** Fills the folder of the data instead of initdb. */
  readonly prepare?: (data: string) => Promise<void>;
}

export async function startDebianPostgres(given: DebianOptions = {}): Promise<DebianPostgres> {
  const { host = "127.0.0.1" } = given;
  const { uid, gid, spawnAs } = choosePostgresAccount();
  const folder = await mkdtemp("/tmp/weft-debian-");
  await writeFile(join(folder, "password"), password);
  await chown(folder, uid, gid);
  await chown(join(folder, "password"), uid, gid);
  const bin = await debianBinaries();
  const data = join(folder, "data");
  const options = { ...spawnAs, cwd: folder, env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" } };
  const initialize = async () => {
    const words = ["-D", data, "--username=postgres", "--auth=scram-sha-256", `--pwfile=${join(folder, "password")}`];
    const made = spawnSync(join(bin, "initdb"), words, { ...options, encoding: "utf8" });
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  };
  await (given.prepare ?? initialize)(data);
  await appendFile(join(data, "pg_hba.conf"), "host all all all scram-sha-256\n");
  const port = await freePort();
  const own = [`port=${port}`, `listen_addresses=${host}`, "unix_socket_directories=", "fsync=off"];
  const settings = [...own, ...(given.settings ?? [])];
  const flags = settings.flatMap((setting) => ["-c", setting]);
  const child = spawn(join(bin, "postgres"), ["-D", data, ...flags], { ...options, stdio: "ignore" });
  const url = (database: string, user = "postgres") =>
    `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
  const run = (database: string, statement: string) => runOnce(url(database), statement);
  const stop = () => end(child, folder);
  try {
    await waitUntil(
      "PostgreSQL responds",
      () => run("postgres", "select 1").then(() => true, isNotReady(child)),
      30_000,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, run, port, stop };
}

/** The folder with the programs of the newest version. */
export async function debianBinaries(): Promise<string> {
  const versions = (await readdir(packages)).filter((name) => /^\d+$/.test(name)).map(Number);
  return join(packages, String(Math.max(...versions)), "bin");
}

/** A server that has ended will never be ready. */
export function isNotReady(child: ChildProcess) {
  return (error: unknown) => {
    if (child.exitCode !== null) throw error;
    return false;
  };
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
}
