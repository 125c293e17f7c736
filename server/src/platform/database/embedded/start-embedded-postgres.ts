import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathExists } from "../../existing-paths.ts";
import { StartError } from "../../start-error.ts";
import { type PostgresChoice, warnOfOlder } from "./choose-postgres.ts";
import { claimDataFolder, createDataFolder, socketAddress } from "./data-folder.ts";
import { type Account, choosePostgresAccount } from "./postgres-account.ts";
import { readLastRun, readMajor, recordRun } from "./postgres-run.ts";
import { postgresSettings, writeConnectionRules } from "./postgres-settings.ts";
import { type PostgresProcess, runPostgres } from "./run-postgres.ts";
import { selectPostgres } from "./select-postgres.ts";
import { createSocketFolder } from "./socket-folder.ts";
import { completeSwitch, discardUnfinished } from "./switch-data-folder.ts";

export interface EmbeddedPostgresOptions {
  /** The service's data folder; PostgreSQL uses the folder postgres in it. */
  readonly folder: string;
  /** WEFT_POSTGRES_BIN. Default: empty. */
  readonly programs?: string;
  /** Settings that extend or override those chosen for the machine. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called with the reason when PostgreSQL died and is restarted. */
  readonly onRestart?: (reason: string) => void;
  /** How long to wait for another service that uses the folder. Default: ten seconds. */
  readonly heldWaitMs?: number;
}

export interface EmbeddedPostgres {
  /** Which PostgreSQL it is, and why. */
  readonly choice: PostgresChoice;
  /** About the choice, for the operator. */
  readonly warning: string | undefined;
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
  const { heldWaitMs = heldWaitMsDefault, programs: setting = "" } = options;
  const folder = resolve(options.folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const account = choosePostgresAccount();
  const dataFolder = join(folder, "postgres");
  // Before anything else: without its last step, an upgrade may have left no folder of that name.
  await completeSwitch(folder);
  const select = async () => selectPostgres({ setting, account, folder }, await readMajor(dataFolder));
  let choice = await select();
  await createDataFolder(dataFolder, choice, account);
  const before = await readLastRun(dataFolder);
  const socketFolder = await createSocketFolder(folder, account);
  const settings = { ...postgresSettings(), ...options.settings };
  const logFile = join(folder, "postgres.log");
  const start = async () => {
    // An upgrade may have ended since, or the package of the other PostgreSQL was replaced.
    if (!(await isUsable(choice, dataFolder))) {
      choice = await select();
    }
    await writeConnectionRules(dataFolder, account);
    const { folder: programs, version } = choice;
    const options = { programs, major: version.major, account, dataFolder, socketFolder, settings, logFile };
    const running = await runPostgres(options);
    await recordRun(dataFolder, choice, account);
    return running;
  };
  const startFirst = async () => {
    await completeSwitch(folder);
    await discardUnfinished(folder);
    return start();
  };
  let first: PostgresProcess;
  try {
    first = await claimDataFolder(dataFolder, { socketFolder, heldWaitMs }, startFirst);
  } catch (error) {
    await rm(socketFolder, { recursive: true, force: true });
    throw explainStart(error, choice, account);
  }
  const stop = keepRunning(first, start, options.onRestart ?? (() => {}));
  return {
    choice,
    warning: warnOfOlder(before?.version, choice.version),
    connectionString: (database) => socketAddress(socketFolder, database),
    async stop() {
      await stop();
      await rm(socketFolder, { recursive: true, force: true });
    },
  };
}

async function isUsable({ folder, version }: PostgresChoice, dataFolder: string): Promise<boolean> {
  return (await pathExists(join(folder, "postgres"))) && (await readMajor(dataFolder)) === version.major;
}

/** A PostgreSQL that others have built may have another block size, or need libraries that are not there. */
function explainStart(error: unknown, { folder, isIncluded }: PostgresChoice, { name }: Account): unknown {
  return isIncluded || error instanceof StartError || !(error instanceof Error)
    ? error
    : new StartError(
        `${error.message} It is the one of ${folder}, run as ${name}. To use another one, set WEFT_POSTGRES_BIN to the folder of its programs, or to bundled.`,
        { cause: error },
      );
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
