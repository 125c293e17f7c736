import { spawnSync } from "node:child_process";
import { open, readdir, realpath } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { pathExists } from "../../existing-paths.ts";
import type { PostgresInstallation } from "./choose-postgres.ts";
import type { Account } from "./postgres-account.ts";
import { parseServerVersion } from "./postgres-version.ts";

/** Where packages put each major version, with * for a part that contains its number. */
const places = [
  "/usr/lib/postgresql/*/bin", // Debian, Ubuntu
  "/usr/pgsql-*/bin", // the packages of PostgreSQL for Red Hat and its relatives
  "/usr/lib/postgresql*/bin", // SUSE
  "/usr/libexec/postgresql*", // Alpine
  "/usr/local/pgsql/bin",
  "/opt/homebrew/opt/postgresql@*/bin",
  "/usr/local/opt/postgresql@*/bin",
  "/home/linuxbrew/.linuxbrew/opt/postgresql@*/bin",
  "/Applications/Postgres.app/Contents/Versions/*/bin",
];

export interface SearchedPlaces {
  /** Default: those of the PATH. */
  readonly path?: string | undefined;
  readonly patterns?: readonly string[];
}

/** Every PostgreSQL on this machine that the account can run. */
export async function findInstalled(
  account: Account,
  { path = process.env["PATH"], patterns = places }: SearchedPlaces = {},
): Promise<readonly PostgresInstallation[]> {
  const ofPath = (path ?? "").split(delimiter).filter(isAbsolute);
  const folders = [...ofPath, ...(await Promise.all(patterns.map(expand))).flat()];
  const programs = await Promise.all(folders.map(programFolder));
  const unique = [...new Set(programs)].filter((folder) => folder !== undefined);
  const probed = await Promise.all(unique.map((folder) => probePostgres(folder, account)));
  return probed.filter((one) => typeof one !== "string");
}

async function expand(pattern: string): Promise<readonly string[]> {
  const [parent = "", rest = ""] = pattern.split(/\/(?=[^/]*\*)/);
  if (rest === "") {
    return [pattern];
  }
  const [name = "", ...below] = rest.split("/");
  const [before = "", after = ""] = name.split("*");
  const names = await readdir(parent).catch(() => []);
  return names
    .filter((found) => found.startsWith(before) && found.endsWith(after) && /\d/.test(found))
    .map((found) => join(parent, found, ...below));
}

/** The folder of the program itself, which a link in the PATH may refer to: PostgreSQL finds its files from there. */
async function programFolder(folder: string): Promise<string | undefined> {
  return realpath(join(folder, "postgres")).then(dirname, () => undefined);
}

const needed = ["postgres", "initdb"];

/** The PostgreSQL in a folder, or why the account cannot run it. */
export async function probePostgres(folder: string, account: Account): Promise<PostgresInstallation | string> {
  const isThere = await Promise.all(needed.map((program) => pathExists(join(folder, program))));
  const missing = needed.filter((_, index) => isThere[index] === false);
  if (missing.length > 0) {
    return explainMissing(folder, missing);
  }
  const program = join(folder, "postgres");
  if (await isScript(program)) {
    // Such a script chooses a version by the user's own files and environment, which a service does not have.
    return `${program} is a script that starts another PostgreSQL. Name the folder of that one: pg_config --bindir prints it.`;
  }
  const { status, error, stdout, stderr } = spawnSync(program, ["-V"], {
    ...account.spawnAs,
    cwd: "/",
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
    timeout: 10_000,
  });
  if (status !== 0) {
    const why = error?.message ?? stderr.trim();
    return `The account ${account.name} cannot run ${program}: ${why}. Make the folder and its programs executable for it.`;
  }
  const version = parseServerVersion(stdout);
  return version === undefined
    ? `${program} is not PostgreSQL: it calls itself ${stdout.trim()}.`
    : { folder, version, isIncluded: false };
}

async function explainMissing(folder: string, missing: readonly string[]): Promise<string> {
  const below = join(folder, "bin");
  if (await pathExists(join(below, "postgres"))) {
    return `${folder} has no ${missing.join(" and no ")}. Did you mean ${below}?`;
  }
  return `${folder} has no ${missing.join(" and no ")}. It must be the folder with the programs of a PostgreSQL server, such as /usr/lib/postgresql/18/bin of Debian's package postgresql-18.`;
}

async function isScript(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) {
    return false; // Readable only for others; whether the account can run it is seen next.
  }
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2);
    return bytesRead === 2 && buffer.toString("latin1") === "#!";
  } finally {
    await file.close();
  }
}
