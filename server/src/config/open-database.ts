import assert from "node:assert";
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { distributeNewTables } from "../distribution/distribute.ts";
import { requireCredentials } from "../platform/blobs/create-blob-store.ts";
import {
  findLiveOwner,
  listHolders,
  type Postmaster,
  readPostmaster,
  socketAddress,
} from "../platform/database/embedded/data-folder.ts";
import { describeRun } from "../platform/database/embedded/postgres-run.ts";
import { formatVersion } from "../platform/database/embedded/postgres-version.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../platform/database/embedded/start-embedded-postgres.ts";
import { formatStep, lookAtSchema, type MigrationStep, migrate } from "../platform/database/migrate.ts";
import { listMigrations } from "../platform/database/migration-files.ts";
import { evaluateSchema, type SchemaResult } from "../platform/database/schema-version.ts";
import { waitForDatabase } from "../platform/database/wait-for-database.ts";
import { errorCodeOf } from "../platform/error-code.ts";
import { openResources, type ResourceStack } from "../platform/open-resources.ts";
import { packageFolder } from "../platform/own-package.ts";
import { secretLengthMin, splitSecrets } from "../platform/secret-box.ts";
import { StartError } from "../platform/start-error.ts";
import type { Config } from "./config.ts";
import { prepareDataFolder } from "./data-folder.ts";

export interface DatabaseAccess {
  readonly connectionString: string;
  /** Of the role that owns the schema, if it is another one. */
  readonly ownerConnectionString: string;
  /** The current secret and the former ones. They belong to the database, which contains the data encrypted with them. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
}

/** What an embedded PostgreSQL reports. */
export interface PostgresEvents {
  readonly onStart?: (started: EmbeddedPostgres) => void;
  readonly onRestart?: (reason: string) => void;
}

/** The PostgreSQL of DATABASE_URL, or an embedded one in the data folder. */
export async function openDatabase(config: Config, events: PostgresEvents = {}): Promise<DatabaseAccess> {
  if (config.databaseUrl !== undefined) {
    return openExternal(config, config.databaseUrl);
  }
  return openResources(async (parts) => {
    const { dataFolder: folder, postgresPrograms: programs } = config;
    const { onStart = () => {}, onRestart = () => {} } = events;
    const postgres = parts.add(await startEmbeddedPostgres({ folder, programs, onRestart }), (started) =>
      started.stop(),
    );
    onStart(postgres);
    const connectionString = postgres.connectionString("postgres");
    return {
      connectionString,
      ownerConnectionString: connectionString,
      secrets: await secretsOf(config),
      close: () => parts.close(),
    };
  });
}

export interface PrepareOptions {
  /** Whether the start may migrate. Default: true. */
  readonly migrates?: boolean;
  /** Default: that of this server. */
  readonly migrationsFolder?: string;
  /** Ends a start that waits for the database. */
  readonly stopping?: AbortSignal;
}

/** What the processes of a node share: its folder, and a database with a current schema. */
export async function prepareNode(
  config: Config,
  log: Logger,
  { stopping, migrates = true, migrationsFolder: folder }: PrepareOptions,
  parts: ResourceStack,
): Promise<DatabaseAccess> {
  await prepareDataFolder(config);
  await requireCredentials(config.s3?.credentials);
  const access = parts.add(await openDatabase(config, logPostgres(log)), (opened) => opened.close());
  if (config.databaseUrl !== undefined) {
    const onState = (state: string) => log.warn(state);
    await waitForDatabase({ url: config.databaseUrl, waitMs: config.databaseWaitMs, stopping, onState });
  }
  await prepareSchema(access, { needsOwner: config.role !== "api", migrates, folder }, log);
  return access;
}

function logPostgres(log: Logger): PostgresEvents {
  return {
    onStart({ choice, warning }) {
      log.info(`PostgreSQL ${formatVersion(choice.version)} runs: ${describeRun(choice)}`);
      if (warning !== undefined) {
        log.warn(warning);
      }
    },
    onRestart: (reason) => log.error({ reason }, "PostgreSQL exited and is being restarted"),
  };
}

/** For commands next to a running service: joins its PostgreSQL if it runs, or else starts one for the command. */
export async function joinDatabase(config: Config): Promise<DatabaseAccess> {
  if (config.databaseUrl !== undefined) {
    await waitForDatabase({ url: config.databaseUrl, waitMs: 0 });
    return openExternal(config, config.databaseUrl);
  }
  const running = await findRunning(join(config.dataFolder, "postgres"));
  if (running === undefined) {
    return openDatabase(config);
  }
  const connectionString = socketAddress(running.socketFolder, "postgres");
  return {
    connectionString,
    ownerConnectionString: connectionString,
    secrets: await secretsOf(config),
    close: async () => {},
  };
}

const restartWaitMs = 5_000;

/**
 * After a crash, the pid file of a PostgreSQL that no longer runs may remain. A running service restarts its PostgreSQL:
 * a second one in its place would keep it from doing so.
 */
async function findRunning(folder: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + restartWaitMs;
  for (;;) {
    const postmaster = await readPostmaster(folder);
    if (postmaster !== undefined && (await listHolders(folder)).length > 0) {
      return postmaster;
    }
    const owner = await findLiveOwner(folder).catch(() => undefined);
    if (owner === undefined || Date.now() > deadline) {
      return undefined;
    }
    await delay(100);
  }
}

function openExternal(config: Config, connectionString: string): DatabaseAccess {
  assert(config.secrets !== undefined, "the configuration lets no DATABASE_URL pass without WEFT_SECRET");
  const ownerConnectionString = config.databaseOwnerUrl ?? connectionString;
  return { connectionString, ownerConnectionString, secrets: config.secrets, close: async () => {} };
}

async function secretsOf({ secrets, dataFolder }: Config): Promise<readonly string[]> {
  return secrets ?? (await readOrMakeSecrets(join(dataFolder, "secret")));
}

async function readOrMakeSecrets(file: string): Promise<readonly string[]> {
  try {
    await writeFile(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (errorCodeOf(error) !== "EEXIST") {
      throw error;
    }
  }
  return readSecretFile(file);
}

/** The secrets of an embedded database: one in each line, the current one first. */
export async function readSecretFile(file: string): Promise<readonly string[]> {
  const secrets = splitSecrets((await readFile(file, "utf8")).trim());
  if (secrets.some(({ length }) => length < secretLengthMin)) {
    throw new StartError(`Each line of ${file} must be a secret of at least ${secretLengthMin} characters.`);
  }
  return secrets;
}

export const migrationsFolder = join(packageFolder, "migrations");

/** Migrates the schema to the current version. */
export async function migrateDatabase(connectionString: string, onStep?: (step: MigrationStep) => void): Promise<void> {
  await migrate({ connectionString, folder: migrationsFolder, onStep, onTableCreated: distributeNewTables });
}

interface SchemaNeeds {
  /** Whether the process makes indexes at run time, as workers do. */
  readonly needsOwner: boolean;
  readonly migrates: boolean;
  /** Default: the migrations of this server. */
  readonly folder?: string | undefined;
}

interface SchemaLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Migrates the schema if that is wanted, and refuses to continue with one that this server cannot use. */
export async function prepareSchema(access: DatabaseAccess, needs: SchemaNeeds, log?: SchemaLog): Promise<void> {
  const { ownerConnectionString: connectionString } = access;
  const { folder = migrationsFolder } = needs;
  let result = await assessSchema(access, needs);
  if (result.isPending === true) {
    const onStep = (step: MigrationStep) => log?.info({ ...step }, formatStep(step));
    await migrate({ connectionString, folder, onStep, onTableCreated: distributeNewTables });
    result = await assessSchema(access, needs);
    if (result.isPending === true) {
      throw new StartError(
        "DATABASE_OWNER_URL was migrated, but DATABASE_URL was not. Both must name the same database.",
      );
    }
  }
  const { verdict, detail, advice } = result;
  if (verdict === "fault") {
    throw new StartError(`${detail} ${advice}`);
  }
  if (verdict === "warning") {
    log?.warn({ advice }, detail);
  }
}

/** Whether this server can run with the schema, or could after it has migrated it. */
async function assessSchema(
  { connectionString, ownerConnectionString }: DatabaseAccess,
  { folder = migrationsFolder, ...needs }: SchemaNeeds,
): Promise<SchemaResult> {
  const state = await lookAtSchema(connectionString);
  const isSame = ownerConnectionString === connectionString;
  const { isOwner } = isSame ? state : await lookAtSchema(ownerConnectionString);
  return evaluateSchema({ ...needs, state, known: await listMigrations(folder), isOwned: isOwner });
}
