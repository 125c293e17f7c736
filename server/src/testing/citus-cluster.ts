import { spawnSync } from "node:child_process";
import { chmod, chown, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { distribute } from "../distribution/distribute.ts";
import { PostgresDatabase } from "../platform/database/database.ts";
import { dataFolderArgument, socketAddress } from "../platform/database/embedded/data-folder.ts";
import { type Account, choosePostgresAccount } from "../platform/database/embedded/postgres-account.ts";
import { runPostgres } from "../platform/database/embedded/run-postgres.ts";
import { createSocketFolder } from "../platform/database/embedded/socket-folder.ts";
import { runOnce } from "./test-database.ts";

/** A coordinator and two workers. A database that all three have under the same name is distributed. */
export interface CitusCluster {
  /** Of the coordinator first, each of the database postgres. */
  readonly urls: readonly string[];
  stop(): Promise<void>;
}

interface CitusServer {
  readonly socketFolder: string;
  stop(): Promise<void>;
}

const names = ["coordinator", "worker-1", "worker-2"];
// Tests need no durability. Every database has a process of its own that looks after it, and every connection to the
// coordinator opens one to a worker.
const settings = {
  listen_addresses: "",
  shared_preload_libraries: "citus,pg_stat_statements",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  shared_buffers: "128MB",
  max_connections: "400",
  max_worker_processes: "200",
  max_locks_per_transaction: "256",
  wal_level: "logical",
  jit: "off",
  timezone: "UTC",
  "citus.shard_count": "4",
  "citus.node_conninfo": "sslmode=prefer",
  "citus.enable_statistics_collection": "off",
  // Some tests let a write fail or wait by a trigger.
  "citus.enable_unsafe_triggers": "on",
  "citus.stat_statements_track": "all",
};

/** Starts the PostgreSQL of WEFT_TEST_CITUS, a folder with bin/initdb and bin/postgres that has the extension. */
export async function startCitusCluster(
  installation: string,
  folder: string,
  wanted: readonly string[] = names,
): Promise<CitusCluster> {
  const account = choosePostgresAccount();
  // PostgreSQL 15 returns to the folder that it was started in by its path.
  await chmod(folder, 0o711);
  const servers: CitusServer[] = [];
  for (const name of wanted) {
    servers.push(await startServer(installation, join(folder, name), account));
  }
  return {
    urls: servers.map(({ socketFolder }) => socketAddress(socketFolder, "postgres")),
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  };
}

async function startServer(installation: string, folder: string, account: Account): Promise<CitusServer> {
  const dataFolder = join(folder, "postgres");
  await mkdir(folder, { mode: 0o711 });
  await mkdir(dataFolder, { mode: 0o700 });
  await chown(dataFolder, account.uid, account.gid);
  const programs = join(installation, "bin");
  const initdb = join(programs, "initdb");
  // Only the account and root may enter the folders of the sockets.
  const options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"];
  const made = spawnSync(initdb, ["-D", dataFolderArgument(dataFolder, account), ...options], {
    ...account.spawnAs,
    cwd: dataFolder,
    encoding: "utf8",
  });
  if (made.status !== 0) {
    throw new Error(`WEFT_TEST_CITUS: ${initdb} failed: ${made.error?.message ?? made.stderr}`);
  }
  const socketFolder = await createSocketFolder(folder, account);
  const own = { "citus.local_hostname": socketFolder };
  const logFile = join(folder, "postgres.log");
  const all = { ...settings, ...own };
  const server = await runPostgres({ programs, account, dataFolder, socketFolder, settings: all, logFile });
  const stop = async () => {
    await server.stop();
    await rm(socketFolder, { recursive: true, force: true });
  };
  return { socketFolder, stop };
}

/** Creates an empty database with the extension on every server, in which the coordinator knows the workers. */
export async function createCitusDatabase({ urls }: Pick<CitusCluster, "urls">, database: string): Promise<string> {
  const [coordinator = "", ...workers] = urls.map((url) => databaseOn(url, database));
  for (const url of urls) {
    await runOnce(url, `create database ${database}`);
    await runOnce(databaseOn(url, database), "create extension citus");
  }
  await runOnce(coordinator, `select citus_set_coordinator_host('${hostOf(coordinator)}', 5432)`);
  for (const worker of workers) {
    await runOnce(coordinator, `select citus_add_node('${hostOf(worker)}', 5432)`);
  }
  return coordinator;
}

export async function distributeDatabase(connectionString: string): Promise<void> {
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-test" });
  await distribute(db, () => {});
  await db.close();
}

/** Distributes a migrated database and closes it, so that copies of it can be made. */
export async function distributeTemplate({ urls }: CitusCluster, database: string): Promise<void> {
  const [connectionString = ""] = urls.map((url) => databaseOn(url, database));
  await distributeDatabase(connectionString);
  for (const url of urls) {
    // A process of Citus stays connected to a database that was used.
    await runOnce(url, `alter database ${database} with allow_connections false`);
    await runOnce(url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
  }
}

function databaseOn(url: string, database: string): string {
  return url.replace("db=postgres", `db=${database}`);
}

function hostOf(url: string): string {
  return /^socket:([^?]+)/.exec(url)?.[1] ?? "";
}
