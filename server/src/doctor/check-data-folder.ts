import { access, constants, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { findLiveOwner } from "../platform/database/embedded/claim-data-folder.ts";
import { listHolders } from "../platform/database/embedded/data-folder.ts";
import { type Check, type CheckResult, fault, ok, warning } from "./finding.ts";
import { nearestFolder } from "./nearest-folder.ts";
import { pathExists } from "./path-exists.ts";

export function checkDataFolder(config: Config): Check {
  return { name: "data-folder", look: async () => evaluateDataFolder(await readDataFolder(config)) };
}

export interface DataFolder {
  readonly path: string;
  /** The path itself, or the nearest above it that exists. */
  readonly nearest: string;
  readonly isFolder: boolean;
  readonly canWrite: boolean;
  /** The rights, such as 0o700. */
  readonly mode: number;
  readonly ownerId: number;
  /** The user who looks. */
  readonly ownId: number;
  readonly holder: Holder | undefined;
  /** There is a database, and not the secret that belongs to it. */
  readonly lacksSecret: boolean;
}

interface Holder {
  readonly pid: number;
  /** Not so for a PostgreSQL whose service has died. */
  readonly isService: boolean;
}

async function readDataFolder(config: Config): Promise<DataFolder> {
  const path = config.dataFolder;
  const nearest = await nearestFolder(path);
  const found = await stat(nearest);
  const isMade = nearest === path && found.isDirectory();
  const hasPostgres =
    isMade && config.databaseUrl === undefined && (await pathExists(join(path, "postgres", "PG_VERSION")));
  return {
    path,
    nearest,
    isFolder: found.isDirectory(),
    canWrite: await canWriteIn(nearest),
    mode: found.mode & 0o777,
    ownerId: found.uid,
    ownId: process.getuid?.() ?? found.uid,
    holder: hasPostgres ? await findHolder(join(path, "postgres")) : undefined,
    lacksSecret: hasPostgres && config.secret === undefined && !(await pathExists(join(path, "secret"))),
  };
}

export function evaluateDataFolder(folder: DataFolder): readonly CheckResult[] {
  const { path, nearest, isFolder, canWrite, ownId } = folder;
  if (!isFolder) {
    return [fault(`${nearest} is no folder, so DATA_DIR (${path}) cannot be used.`, "Give another DATA_DIR.")];
  }
  if (!canWrite) {
    return [
      fault(
        `${nearest} cannot be written by this user (number ${ownId}).`,
        "Give the folder to the service's user (chown), or run the service and weft doctor as the one it belongs to.",
      ),
    ];
  }
  const warnings = path === nearest ? folderWarnings(folder) : [];
  return warnings.length > 0 ? warnings : [ok(describe(folder))];
}

function folderWarnings({ path, mode, ownerId, ownId, holder, lacksSecret }: DataFolder): readonly CheckResult[] {
  const rules: readonly [boolean, CheckResult][] = [
    [
      (mode & 0o022) !== 0,
      warning(`${path} can be changed by other users (mode ${mode.toString(8)}).`, `chmod 700 ${path}`),
    ],
    [
      ownerId !== ownId,
      warning(
        `${path} belongs to the user number ${ownerId}, and this is number ${ownId}.`,
        "Run weft doctor as the service's user, or what it says of rights is not what the service will meet.",
      ),
    ],
    [
      holder?.isService === false,
      warning(
        `A PostgreSQL without its service works in ${path} (process ${holder?.pid}).`,
        "The next start stops it and goes on. If it stays, stop it by hand (kill -INT).",
      ),
    ],
    [
      lacksSecret,
      warning(
        `${join(path, "secret")} is missing: what it has encrypted in the database cannot be read.`,
        "Restore it from a backup before the next start, which would make a new one.",
      ),
    ],
  ];
  return rules.filter(([applies]) => applies).map(([, checkResult]) => checkResult);
}

function describe({ path, nearest, mode, holder }: DataFolder): string {
  if (path !== nearest) {
    return `${path} is not there yet; the first start will make it in ${nearest}.`;
  }
  const use = holder === undefined ? "no service of this machine uses it" : `a service uses it (process ${holder.pid})`;
  return `${path} can be written, mode ${mode.toString(8)}; ${use}.`;
}

async function canWriteIn(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function findHolder(postgresFolder: string): Promise<Holder | undefined> {
  const [holder] = await listHolders(postgresFolder);
  const owner = await findLiveOwner(postgresFolder);
  return holder === undefined ? undefined : { pid: owner ?? holder, isService: owner !== undefined };
}
