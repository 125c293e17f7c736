import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { claimDataFolder, createDataFolder, socketAddress } from "./data-folder.ts";
import { choosePostgresAccount } from "./postgres-account.ts";
import { findPostgresBinaries } from "./postgres-binaries.ts";
import { postgresSettings, writeConnectionRules } from "./postgres-settings.ts";
import { type PostgresProcess, runPostgres } from "./run-postgres.ts";
import { createSocketFolder } from "./socket-folder.ts";

export interface EmbeddedPostgresOptions {
  /** The service's data folder; PostgreSQL uses the folder postgres in it. */
  readonly folder: string;
  /** Settings that extend or override those chosen for the machine. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called with the reason when PostgreSQL died and is restarted. */
  readonly onRestart?: (reason: string) => void;
  /** How long to wait for another service that uses the folder. Default: ten seconds. */
  readonly heldWaitMs?: number;
}

export interface EmbeddedPostgres {
  connectionString(database: string): string;
  stop(): Promise<void>;
}

const heldWaitMsDefault = 10_000;
const restartDelayMsMax = 5_000;

/**
 * Starts a real PostgreSQL as a child of this process, reachable only through a private Unix socket. It stops when this
 * process ends in any way, and is restarted if it dies.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { heldWaitMs = heldWaitMsDefault } = options;
  const folder = resolve(options.folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const account = choosePostgresAccount();
  const binaries = await findPostgresBinaries(account, folder);
  const dataFolder = join(folder, "postgres");
  await createDataFolder(dataFolder, binaries, account);
  const socketFolder = await createSocketFolder(folder, account);
  const settings = { ...postgresSettings(), ...options.settings };
  const logFile = join(folder, "postgres.log");
  const start = async () => {
    await writeConnectionRules(dataFolder, account);
    return runPostgres({ binaries, account, dataFolder, socketFolder, settings, logFile });
  };
  let first: PostgresProcess;
  try {
    first = await claimDataFolder(dataFolder, { socketFolder, heldWaitMs }, start);
  } catch (error) {
    await rm(socketFolder, { recursive: true, force: true });
    throw error;
  }
  const stop = keepRunning(first, start, options.onRestart ?? (() => {}));
  return {
    connectionString: (database) => socketAddress(socketFolder, database),
    async stop() {
      await stop();
      await rm(socketFolder, { recursive: true, force: true });
    },
  };
}

/** Restarts PostgreSQL whenever it ends, until the returned function is called. */
function keepRunning(
  first: PostgresProcess,
  start: () => Promise<PostgresProcess>,
  onRestart: (reason: string) => void,
): () => Promise<void> {
  let current = first;
  let isStopping = false;

  const watch = async (): Promise<void> => {
    while (!isStopping) {
      const reason = await current.ended;
      if (!isStopping) {
        onRestart(reason);
        current = (await startAgain(start, () => isStopping)) ?? current;
      }
    }
    await current.stop(); // It may have been restarted while the stop was requested.
  };
  const watching = watch();

  return async () => {
    isStopping = true;
    await current.stop();
    await watching;
  };
}

/** The previous one may still be ending, so the first attempts can fail. */
async function startAgain(
  start: () => Promise<PostgresProcess>,
  isStopping: () => boolean,
): Promise<PostgresProcess | undefined> {
  for (let waitMs = 50; !isStopping(); waitMs = Math.min(waitMs * 2, restartDelayMsMax)) {
    try {
      return await start();
    } catch {
      await delay(waitMs);
    }
  }
  return undefined;
}
