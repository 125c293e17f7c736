import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../config/config.ts";
import { type DatabaseAccess, joinDatabase, openDatabase } from "../config/open-database.ts";
import { PostgresDatabase } from "../platform/database/database.ts";
import { type PostgresChoice, upgradeCommand } from "../platform/database/embedded/choose-postgres.ts";
import { listHolders } from "../platform/database/embedded/data-folder.ts";
import { choosePostgresAccount } from "../platform/database/embedded/postgres-account.ts";
import { readLastRun } from "../platform/database/embedded/postgres-run.ts";
import { isSwitching } from "../platform/database/embedded/switch-data-folder.ts";
import { explainConnectFailure } from "../platform/database/wait-for-database.ts";
import { rootCodeOf } from "../platform/error-code.ts";
import { pathExists } from "../platform/existing-paths.ts";
import { maskUrl } from "../platform/parse-url.ts";
import { readClock } from "./database-look-store.ts";
import { type CheckResult, explainError, fault, skipped, withinLimit } from "./finding.ts";

export interface OpenedDatabase {
  readonly db: PostgresDatabase;
  /** How it was opened, as text. */
  readonly origin: string;
  /** The PostgreSQL of an embedded database. Undefined also if an earlier release has started it. */
  readonly run?: PostgresChoice | undefined;
  close(): Promise<void>;
}

/**
 * Connects to the database, or returns why that fails. An embedded database that is not running is started for the
 * check, however long that takes, and stopped by its close. One that does not exist is not created.
 */
export async function openDatabaseToLook(config: Config, limitMs: number): Promise<OpenedDatabase | CheckResult> {
  let origin = "not found yet";
  try {
    const place = await findDatabase(config);
    if ("verdict" in place) {
      return place;
    }
    ({ origin } = place);
    const opened = await connect(await place.open(), origin, limitMs);
    const isEmbedded = config.databaseUrl === undefined;
    return { ...opened, run: isEmbedded ? await readLastRun(join(config.dataFolder, "postgres")) : undefined };
  } catch (error) {
    const { why, advice } = explainConnectFailure(rootCodeOf(error), { origin, reason: explainError(error) });
    return fault(why, advice);
  }
}

interface DatabasePlace {
  readonly origin: string;
  open(): Promise<DatabaseAccess>;
}

async function findDatabase(config: Config): Promise<DatabasePlace | CheckResult> {
  if (config.databaseUrl !== undefined) {
    return { origin: maskUrl(config.databaseUrl), open: () => openDatabase(config) };
  }
  const folder = join(config.dataFolder, "postgres");
  if (await isSwitching(config.dataFolder)) {
    return fault(
      "An upgrade of PostgreSQL was interrupted in its last step.",
      `Start the service, or run ${upgradeCommand} again: both complete it.`,
    );
  }
  if (!(await pathExists(join(folder, "PG_VERSION")))) {
    return skipped(`There is no database yet; the first start will create it in ${folder}.`);
  }
  // Encrypted data is not needed, and a missing secret must not be created.
  const withoutSecret = { ...config, secrets: config.secrets ?? ["not needed"] };
  if ((await listHolders(folder)).length > 0) {
    return { origin: "the service's own, running", open: () => joinDatabase(withoutSecret) };
  }
  const account = choosePostgresAccount();
  const { uid } = await stat(folder);
  if (uid !== account.uid) {
    return fault(
      `${folder} belongs to uid ${uid}, but PostgreSQL would run as ${account.name} (${account.uid}).`,
      "Run weft doctor as the service's user.",
    );
  }
  return { origin: "the service's own, started for this check", open: () => openDatabase(withoutSecret) };
}

const connectionsMax = 4;
const closeWaitMs = 1_000;

async function connect(access: DatabaseAccess, origin: string, limitMs: number): Promise<Omit<OpenedDatabase, "run">> {
  const { connectionString } = access;
  const db = new PostgresDatabase({ connectionString, connectionsMax, applicationName: "weft-doctor" });
  const close = async () => {
    // A pool waits for responses that may never arrive.
    await Promise.race([db.close(), delay(closeWaitMs, undefined, { ref: false })]);
    await access.close();
  };
  try {
    await withinLimit(limitMs, () => readClock(db));
    return { db, origin, close };
  } catch (error) {
    await close();
    throw error;
  }
}
