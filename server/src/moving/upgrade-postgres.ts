import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { findClosure } from "../platform/database/closure-store.ts";
import { PostgresDatabase } from "../platform/database/database.ts";
import { bundledSetting, type PostgresInstallation } from "../platform/database/embedded/choose-postgres.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../platform/database/embedded/start-embedded-postgres.ts";
import { completeSwitch, markComplete, upgradeFolderOf } from "../platform/database/embedded/switch-data-folder.ts";
import { newId } from "../platform/ids.ts";
import { openResources, type ResourceStack } from "../platform/open-resources.ts";
import { StartError } from "../platform/start-error.ts";
import { type CopyStep, compareAll, copyAll } from "./copy-all.ts";
import { requireKnownTables } from "./copy-tables.ts";
import { beginFilling, endFilling, prepareSchemaOf, readSchemaNumber } from "./fill-database.ts";
import { moveLock } from "./move-database.ts";
import { listOtherDatabases, moverName, takeLock } from "./session-store.ts";

export interface UpgradeOptions {
  /** DATA_DIR. */
  readonly folder: string;
  /** Of the major version of the database. */
  readonly from: PostgresInstallation;
  readonly to: PostgresInstallation;
  readonly onStep: (step: CopyStep) => void;
}

/**
 * Copies all rows to a new database of another major version, compares them, and puts the new one in the place of the
 * former one, which is only read and kept beside it. Until the last step, an interruption leaves everything as it was.
 */
export async function upgradePostgres({ folder, from, to, onStep }: UpgradeOptions): Promise<void> {
  await openResources(async (parts) => {
    // It also keeps a service from starting in the folder. Commands that join it can only read.
    const old = await startIn(folder, from, { default_transaction_read_only: "on" });
    parts.add(old, (started) => started.stop());
    const source = openIn(parts, old);
    const schema = await requireUpgradable(source);
    await mkdir(upgradeFolderOf(folder), { recursive: true, mode: 0o700 });
    await openResources(async (newParts) => {
      const made = await startIn(upgradeFolderOf(folder), to, { max_wal_size: walSize });
      newParts.add(made, (started) => started.stop());
      const target = openIn(newParts, made);
      await beginFilling(target, {
        purpose: { reason: "incomplete", moveId: newId(), attemptId: newId(), place: folder, isQuiet: true },
        prepareSchema: () => prepareSchemaOf(target, made.connectionString("postgres"), schema),
      });
      await copyAll(source, target, onStep);
      await compareAll(source, target, onStep);
      await endFilling(target);
      await newParts.close();
    });
    // While the former PostgreSQL still holds the folder, and after the new one has written everything to disk.
    await markComplete(folder, formerNameOf(from));
    await parts.close();
  });
  await completeSwitch(folder);
}

/** In DATA_DIR: where an upgrade keeps the former database. */
export function formerNameOf({ version }: PostgresInstallation): string {
  return `postgres-${version.major}`;
}

/** Of the new database while it is filled: what it needs beside its rows. */
export const walBytes = 512 * 1024 * 1024;
const walSize = `${walBytes / 1024 / 1024}MB`;

function startIn(
  folder: string,
  { folder: bin, isIncluded }: PostgresInstallation,
  settings: Readonly<Record<string, string>>,
): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ folder, programs: isIncluded ? bundledSetting : bin, settings });
}

function openIn(parts: ResourceStack, postgres: EmbeddedPostgres): PostgresDatabase {
  const connectionString = postgres.connectionString("postgres");
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: moverName });
  return parts.add(db, (opened) => opened.close());
}

/** Returns the schema version of the database. */
async function requireUpgradable(source: PostgresDatabase): Promise<number> {
  if (!(await takeLock(source, moveLock))) {
    throw new StartError("weft admin move is running on this database. Nothing was changed. Wait for it to end.");
  }
  const closure = await findClosure(source);
  if (closure?.reason != null) {
    throw new StartError(
      "This database is being moved or has been moved to another one. Nothing was changed. End the move, or cancel it with weft admin move --cancel.",
    );
  }
  const others = await listOtherDatabases(source);
  if (others.length > 0) {
    throw new StartError(
      `There are other databases beside that of the service: ${others.join(", ")}. They would not be copied. Nothing was changed. Move them to another server, and drop them here.`,
    );
  }
  await requireKnownTables(source);
  return readSchemaNumber(source);
}

/** What an operator has set with "alter system". It is not carried over: a setting may not exist in another version. */
export async function listOwnSettings(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, "postgresql.auto.conf"), "utf8").catch(() => "");
  return text.split("\n").filter((line) => /^\w/.test(line));
}
