import { execFile } from "node:child_process";
import { appendFile, chown, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { choosePostgresAccount } from "../platform/database/embedded/postgres-account.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../platform/database/embedded/start-embedded-postgres.ts";
import { waitUntil } from "./wait-until.ts";

/** A primary and a streaming replica, as in production. */
export interface ReplicatedPostgres {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** Of both, the replica first: sessions are opened on the one that accepts writes. */
  readonly listUrl: string;
  /** Until the replica has everything written so far. */
  awaitReplica(): Promise<void>;
  /** The replica has everything written so far, receives nothing further, and continues to respond. */
  pauseReplica(): Promise<void>;
  resumeReplica(): Promise<void>;
  /** What the primary writes from now on never reaches the replica. */
  detachReplica(): Promise<void>;
  stopReplica(): Promise<void>;
  stopPrimary(): Promise<void>;
  promoteReplica(): Promise<void>;
  stop(): Promise<void>;
}

const settings = { fsync: "off", full_page_writes: "off", shared_buffers: "64MB" };

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "weft-replica-"));
  const primaryFolder = join(folder, "primary");
  const primary = await startEmbeddedPostgres({ folder: primaryFolder, settings });
  const primaryUrl = primary.connectionString("postgres");
  const replica = await startReplica(primaryUrl, primaryFolder, join(folder, "replica"));
  const replicaUrl = replica.connectionString("postgres");
  const hosts = [replicaUrl, primaryUrl].map((url) => encodeURIComponent(new URL(url).pathname));
  const awaitReplica = async () => {
    const [written] = await run(primaryUrl, "select pg_current_wal_lsn() as position");
    const caughtUp = `select pg_last_wal_replay_lsn() >= '${written.position}' as is_so`;
    await waitUntil("the replica has caught up", async () => (await run(replicaUrl, caughtUp))[0].is_so);
  };
  return {
    primaryUrl,
    replicaUrl,
    listUrl: `postgres://postgres@${hosts.join(",")}/postgres?target_session_attrs=read-write`,
    awaitReplica,
    async pauseReplica() {
      await awaitReplica();
      await run(replicaUrl, "select pg_wal_replay_pause()");
      const paused = "select pg_get_wal_replay_pause_state() = 'paused' as is_so";
      await waitUntil("the replica pauses", async () => (await run(replicaUrl, paused))[0].is_so);
    },
    async resumeReplica() {
      await run(replicaUrl, "select pg_wal_replay_resume()");
    },
    async detachReplica() {
      await writeFile(join(primaryFolder, "postgres", "pg_hba.conf"), "local all all peer map=weft\n");
      await run(primaryUrl, "select pg_reload_conf()");
      const end = "select pg_terminate_backend(pid) from pg_stat_replication";
      await waitUntil("the replica is detached", async () => (await run(primaryUrl, end)).length === 0);
    },
    stopReplica: () => replica.stop(),
    stopPrimary: () => primary.stop(),
    async promoteReplica() {
      await run(replicaUrl, "select pg_promote()");
    },
    async stop() {
      await replica.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the folder of the running primary, and starts the copy as its replica. */
async function startReplica(primaryUrl: string, from: string, to: string): Promise<EmbeddedPostgres> {
  await mkdir(to, { mode: 0o700 });
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  // Under root both run under another account than the service, and the replica connects to the primary.
  await appendFile(join(from, "postgres", "pg_ident.conf"), `weft "${choosePostgresAccount().name}" all\n`);
  await client.query("select pg_reload_conf()");
  await client.query("select pg_backup_start('replica', fast => true)");
  await promisify(execFile)("cp", ["-a", join(from, "postgres"), join(to, "postgres")]);
  const { rows } = await client.query("select labelfile from pg_backup_stop(wait_for_archive => false)");
  await client.end();
  await rm(join(to, "postgres", "postmaster.pid"), { force: true });
  await writeAsOwner(join(to, "postgres"), "backup_label", rows[0].labelfile);
  await writeAsOwner(join(to, "postgres"), "standby.signal", "");
  const socketFolder = /^socket:([^?]+)/.exec(primaryUrl)?.[1];
  return startEmbeddedPostgres({
    folder: to,
    settings: { ...settings, primary_conninfo: `host=${socketFolder} user=postgres` },
  });
}

async function writeAsOwner(folder: string, name: string, text: string): Promise<void> {
  const { uid, gid } = await stat(folder);
  await writeFile(join(folder, name), text, { mode: 0o600 });
  await chown(join(folder, name), uid, gid);
}

async function run(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}
