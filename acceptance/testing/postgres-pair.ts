import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chown, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { DatabaseHosts } from "../../server/src/platform/database/database-hosts.ts";
import { choosePostgresAccount } from "../../server/src/platform/database/embedded/postgres-account.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { debianBinaries, isNotReady, password } from "./debian-postgres.ts";
import { freePort } from "./free-port.ts";

/** How a former primary becomes the standby of the new one. */
export type Rejoin = "pg_basebackup" | "pg_rewind";

interface Server {
  readonly folder: string;
  readonly port: number;
  child: ChildProcess;
}

const account = choosePostgresAccount();

/**
 * A primary and a standby that the distribution's PostgreSQL runs, as an operator would set them up. While it is
 * synchronous, no write is acknowledged that only one of them has: after a failover, none until there is a standby again.
 */
export class PostgresPair {
  readonly #bin: string;
  readonly #folder: string;
  readonly #ports: readonly number[];
  #primary: Server;
  #standby: Server;

  private constructor(bin: string, folder: string, [primary, standby]: readonly [Server, Server]) {
    this.#bin = bin;
    this.#folder = folder;
    this.#ports = [primary.port, standby.port];
    this.#primary = primary;
    this.#standby = standby;
  }

  static async start({ isSynchronous }: { readonly isSynchronous: boolean }): Promise<PostgresPair> {
    const bin = await debianBinaries();
    const folder = await mkdtemp("/tmp/weft-pair-");
    await chown(folder, account.uid, account.gid);
    const passwordFile = join(folder, "password");
    await writeFile(passwordFile, password);
    await chown(passwordFile, account.uid, account.gid);
    const first = { folder: join(folder, "first"), port: await freePort() };
    const second = { folder: join(folder, "second"), port: await freePort() };
    const options = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`, "--no-sync"];
    await runAs(join(bin, "initdb"), ["-D", first.folder, ...options], folder);
    // pg_rewind requires the hints; a killed process loses nothing that the kernel has.
    const settings = "wal_log_hints = on\nwal_keep_size = 512MB\nfsync = off\nfull_page_writes = on\n";
    await appendFile(join(first.folder, "postgresql.conf"), settings);
    const primary = await startServer(bin, first);
    await copyFrom(bin, primary.port, second.folder);
    const pair = new PostgresPair(bin, folder, [primary, await startServer(bin, second)]);
    if (isSynchronous) {
      await pair.query("alter system set synchronous_standby_names = '*'");
      await pair.query("select pg_reload_conf()");
      await pair.untilReplicated();
    }
    return pair;
  }

  /** Of both hosts, in the order in which they were made. */
  url(database: string): string {
    const hosts = this.#ports.map((port) => `127.0.0.1:${port}`).join(",");
    return `postgres://postgres:${encodeURIComponent(password)}@${hosts}/${database}?target_session_attrs=read-write`;
  }

  /** On the primary. */
  query(statement: string): Promise<Record<string, unknown>[]> {
    return queryOn(this.#primary.port, statement);
  }

  /** The standby has everything that was written. */
  async untilReplicated(): Promise<void> {
    const [end] = await this.query("select pg_current_wal_lsn()::text as position");
    const isThere = `select 1 from pg_stat_replication where state = 'streaming' and flush_lsn >= '${end?.["position"]}'`;
    await waitUntil("the standby has everything", async () => (await this.query(isThere)).length > 0, 60_000);
  }

  /** Kills the primary with all of its processes, as the loss of its machine would, and promotes the standby. */
  async killPrimary(): Promise<void> {
    await killServer(this.#primary);
    await queryOn(this.#standby.port, "select pg_promote()");
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
  }

  /** Makes the former primary the standby of the new one. */
  async rejoin(how: Rejoin): Promise<void> {
    const { folder, port } = this.#standby;
    if (how === "pg_basebackup") {
      await rm(folder, { recursive: true, force: true });
      await copyFrom(this.#bin, this.#primary.port, folder);
    } else {
      // The new timeline is in its control file only after a checkpoint.
      await this.query("checkpoint");
      const source = `${connectionTo(this.#primary.port)} dbname=postgres`;
      const target = ["--target-pgdata", folder, "--source-server", source, "--write-recovery-conf", "--no-sync"];
      await runAs(join(this.#bin, "pg_rewind"), target, this.#folder);
    }
    this.#standby = await startServer(this.#bin, { folder, port });
  }

  async stop(): Promise<void> {
    await Promise.all([killServer(this.#primary), killServer(this.#standby)]);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function connectionTo(port: number): string {
  return `host=127.0.0.1 port=${port} user=postgres`;
}

async function copyFrom(bin: string, port: number, folder: string): Promise<void> {
  const options = ["--write-recovery-conf", "--checkpoint=fast", "--wal-method=stream", "--no-sync"];
  await runAs(join(bin, "pg_basebackup"), ["-d", connectionTo(port), "-D", folder, ...options], join(folder, ".."));
}

async function runAs(program: string, args: readonly string[], cwd: string): Promise<void> {
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", PGPASSWORD: password };
  await promisify(execFile)(program, [...args], { ...account.spawnAs, cwd, env });
}

async function startServer(bin: string, server: Pick<Server, "folder" | "port">): Promise<Server> {
  const { folder, port } = server;
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=60"];
  const child = spawn(join(bin, "postgres"), ["-D", folder, ...settings.flatMap((setting) => ["-c", setting])], {
    ...account.spawnAs,
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" },
    stdio: "ignore",
  });
  const isReady = () => queryOn(port, "select 1").then(() => true, isNotReady(child));
  await waitUntil("PostgreSQL responds", isReady, 60_000);
  return { folder, port, child };
}

/** The processes of the server first stop to start others, and are then all ended. */
async function killServer({ child }: Server): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const { pid = 0 } = child;
  const ended = once(child, "exit");
  process.kill(pid, "SIGSTOP");
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim().split(" ");
  process.kill(pid, "SIGKILL");
  for (const one of children.filter((text) => text !== "").map(Number)) {
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
  await ended;
}

async function queryOn(port: number, statement: string): Promise<Record<string, unknown>[]> {
  const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const client = await new DatabaseHosts(url, { acceptsStandby: true }).connect({});
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
