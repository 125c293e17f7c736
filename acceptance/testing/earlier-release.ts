import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

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
 * With the packages of that release. Undefined if the repository does not contain the commit, as in a shallow clone.
 */
export async function buildEarlierRelease(commit: string): Promise<EarlierRelease | undefined> {
  const isKnown = await run("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  );
  if (!isKnown) return undefined;
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
