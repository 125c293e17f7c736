import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { listReleases, type Release } from "../../tools/released-versions.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** An earlier version of the product, built in its own folder. */
export interface EarlierRelease {
  /** Its weft command. */
  readonly program: string;
  /** Whether it can start on the schema of a later version. */
  readonly startsOnNewerSchema: boolean;
  remove(): Promise<void>;
}

/**
 * The releases to upgrade from: the newest one, or those that TORTURE_RELEASE names: "all", a version or a commit. Empty
 * if this clone has none, as a shallow one.
 */
export function listEarlierReleases(wanted: string | undefined): readonly Release[] {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const releases = listReleases(root, version);
  if (wanted === undefined) return releases.slice(-1);
  if (wanted === "all") return releases;
  const named = releases.filter((release) => release.version === wanted);
  return named.length > 0 ? named : [{ version: wanted, commit: wanted }];
}

/** With the packages of that release, from a commit of this clone. */
export async function buildEarlierRelease(commit: string): Promise<EarlierRelease> {
  const folder = await mkdtemp(join(tmpdir(), "weft-release-"));
  const archive = join(folder, "release.tar");
  await run("git", ["archive", "--output", archive, commit], { cwd: root });
  await run("tar", ["-xf", archive, "-C", folder]);
  await run("npm", ["ci", "--ignore-scripts", "--prefer-offline"], { cwd: folder });
  await run(process.execPath, ["tools/build.mjs"], { cwd: folder });
  const program = join(folder, "cli/bin/weft.mjs");
  const startsOnNewerSchema = existsSync(join(folder, "server/src/platform/database/schema-version.ts"));
  return { program, startsOnNewerSchema, remove: () => rm(folder, { recursive: true, force: true }) };
}
