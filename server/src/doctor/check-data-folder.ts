import { access, constants, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { findLiveOwner, listHolders } from "../platform/database/embedded/data-folder.ts";
import { nearestFolder, pathExists } from "../platform/existing-paths.ts";
import { type Check, type CheckResult, fault, ok, warning } from "./finding.ts";

export function checkDataFolder(config: Config): Check {
  return { name: "data-folder", look: async () => evaluateDataFolder(await readDataFolder(config)) };
}

export interface DataFolder {
  readonly path: string;
  /** The path itself, or its nearest existing ancestor. */
  readonly nearest: string;
  readonly isFolder: boolean;
  readonly canWrite: boolean;
  /** The permission bits, such as 0o700. */
  readonly mode: number;
  readonly ownerId: number;
  /** The user that runs the check. */
  readonly ownId: number;
  readonly holder: Holder | undefined;
  /** A database exists without its secret. */
  readonly lacksSecret: boolean;
}

interface Holder {
  readonly pid: number;
  /** False for a PostgreSQL whose service has died. */
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
    lacksSecret: hasPostgres && config.secrets === undefined && !(await pathExists(join(path, "secret"))),
  };
}

export function evaluateDataFolder(folder: DataFolder): readonly CheckResult[] {
  const { path, nearest, isFolder, canWrite, ownId } = folder;
  if (!isFolder) {
    return [fault(`${nearest} is not a directory, so DATA_DIR (${path}) cannot be used.`, "Set another DATA_DIR.")];
  }
  if (!canWrite) {
    return [
      fault(
        `${nearest} is not writable by this user (uid ${ownId}).`,
        "Change the owner of the directory to the service's user (chown), or run the service and weft doctor as its owner.",
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
      warning(`${path} is writable by other users (mode ${mode.toString(8)}).`, `chmod 700 ${path}`),
    ],
    [
      ownerId !== ownId,
      warning(
        `${path} belongs to uid ${ownerId}, but weft doctor runs as uid ${ownId}.`,
        "Run weft doctor as the service's user; otherwise its permission checks do not apply to the service.",
      ),
    ],
    [
      holder?.isService === false,
      warning(
        `A PostgreSQL server without its service runs in ${path} (process ${holder?.pid}).`,
        "The next start stops it and continues. If it keeps running, stop it by hand (kill -INT).",
      ),
    ],
    [
      lacksSecret,
      warning(
        `${join(path, "secret")} is missing: data encrypted with it in the database cannot be read.`,
        "Restore it from a backup before the next start, which would create a new one.",
      ),
    ],
  ];
  return rules.filter(([applies]) => applies).map(([, checkResult]) => checkResult);
}

function describe({ path, nearest, mode, holder }: DataFolder): string {
  if (path !== nearest) {
    return `${path} does not exist yet; the first start will create it in ${nearest}.`;
  }
  const use = holder === undefined ? "no service on this machine uses it" : `a service uses it (process ${holder.pid})`;
  return `${path} is writable, mode ${mode.toString(8)}; ${use}.`;
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
