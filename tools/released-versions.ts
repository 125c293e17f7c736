// The releases that users may still run, from the tags of this clone.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { listMigrations, newestOf } from "../server/src/platform/database/migration-files.ts";

export interface Release {
  readonly version: string;
  readonly commit: string;
}

/** Version 0.1 was released without a tag. */
const untagged: readonly Release[] = [{ version: "0.1.0", commit: "8f9d3482b46f9640261a8eb98a9fab2d1e218de3" }];

/**
 * Those up to a version, the oldest first. A clone may lack tags and, if it is shallow, commits: such releases are not
 * listed. Nor is the commit that is checked out, which cannot be upgraded to itself.
 */
export function listReleases(root: string, upTo: string): Release[] {
  const format = "%(refname:strip=2) %(objectname) %(*objectname)";
  const tagged = git(root, "for-each-ref", `--format=${format}`, "refs/tags/v*")
    .split("\n")
    .flatMap((line) => {
      const [tag = "", object = "", commit = ""] = line.split(" ");
      const [, version] = /^v(\d+\.\d+\.\d+)$/.exec(tag) ?? [];
      return version === undefined ? [] : [{ version, commit: commit === "" ? object : commit }];
    });
  const head = git(root, "rev-parse", "HEAD");
  const versions = new Set(tagged.map(({ version }) => version));
  return [...untagged.filter(({ version }) => !versions.has(version)), ...tagged]
    .filter(({ version, commit }) => compareVersions(version, upTo) <= 0 && commit !== head && hasCommit(root, commit))
    .toSorted((a, b) => compareVersions(a.version, b.version));
}

/** The newest release of an earlier minor version: nodes of it must run beside this one. */
export function findPreviousMinor(root: string, version: string): Release | undefined {
  const minorOf = (text: string) => text.replace(/\.\d+$/, "");
  return listReleases(root, version)
    .filter((release) => minorOf(release.version) !== minorOf(version))
    .at(-1);
}

/** The migrations of this checkout after which servers of the release cannot run. */
export async function findExcluding(root: string, { commit }: Release): Promise<string[]> {
  const files = git(root, "ls-tree", "--name-only", commit, "server/migrations/").split("\n");
  const newest = newestOf(files.map((path) => ({ number: Number.parseInt(path.replace(/^.*\//, ""), 10) })));
  const own = await listMigrations(join(root, "server/migrations"));
  return own
    .filter(({ number, compatibleFrom }) => number > newest && compatibleFrom > newest)
    .map(({ fileName }) => fileName);
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

function hasCommit(root: string, commit: string): boolean {
  try {
    git(root, "cat-file", "-e", `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

function git(root: string, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trimEnd();
}
