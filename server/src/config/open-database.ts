import assert from "node:assert";
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  listHolders,
  type Postmaster,
  readPostmaster,
  socketAddress,
} from "../platform/database/embedded/data-folder.ts";
import { startEmbeddedPostgres } from "../platform/database/embedded/start-embedded-postgres.ts";
import { migrate } from "../platform/database/migrate.ts";
import { errorCodeOf } from "../platform/error-code.ts";
import { openResources } from "../platform/open-resources.ts";
import { packageFolder } from "../platform/own-package.ts";
import type { Config } from "./config.ts";

export interface DatabaseAccess {
  readonly connectionString: string;
  /** Belongs to the database, which contains the data encrypted with it. */
  readonly secret: string;
  close(): Promise<void>;
}

type OnRestart = (reason: string) => void;

/** The PostgreSQL of DATABASE_URL, or an embedded one in the data folder. */
export async function openDatabase(config: Config, onRestart: OnRestart): Promise<DatabaseAccess> {
  if (config.databaseUrl !== undefined) {
    return openExternal(config, config.databaseUrl);
  }
  return openResources(async (parts) => {
    const postgres = parts.add(await startEmbeddedPostgres({ folder: config.dataFolder, onRestart }), (started) =>
      started.stop(),
    );
    return {
      connectionString: postgres.connectionString("postgres"),
      secret: config.secret ?? (await readOrMakeSecret(join(config.dataFolder, "secret"))),
      close: () => parts.close(),
    };
  });
}

/** For commands next to a running service: joins its PostgreSQL if it runs, or else starts one for the command. */
export async function joinDatabase(config: Config): Promise<DatabaseAccess> {
  const running = config.databaseUrl === undefined ? await findRunning(join(config.dataFolder, "postgres")) : undefined;
  if (running === undefined) {
    return openDatabase(config, () => {});
  }
  return {
    connectionString: socketAddress(running.socketFolder, "postgres"),
    secret: config.secret ?? (await readOrMakeSecret(join(config.dataFolder, "secret"))),
    close: async () => {},
  };
}

/** After a crash, the pid file of a PostgreSQL that no longer runs may remain. */
async function findRunning(folder: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(folder);
  return postmaster === undefined || (await listHolders(folder)).length === 0 ? undefined : postmaster;
}

function openExternal(config: Config, connectionString: string): DatabaseAccess {
  assert(config.secret !== undefined, "the configuration lets no DATABASE_URL pass without WEFT_SECRET");
  return { connectionString, secret: config.secret, close: async () => {} };
}

async function readOrMakeSecret(file: string): Promise<string> {
  try {
    await writeFile(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (errorCodeOf(error) !== "EEXIST") {
      throw error;
    }
  }
  return (await readFile(file, "utf8")).trim();
}

export const migrationsFolder = join(packageFolder, "migrations");

/** Migrates the schema to the current version. */
export async function migrateDatabase(connectionString: string): Promise<void> {
  await migrate(connectionString, migrationsFolder);
}
