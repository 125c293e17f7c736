import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** The product as it was, built in a folder of its own. */
export interface EarlierRelease {
  /** Its command weft. */
  readonly program: string;
  remove(): Promise<void>;
}

/** Undefined where the repository does not know the commit, as in a clone without history. */
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
  await linkPackages(folder);
  await run(process.execPath, ["tools/build.mjs"], { cwd: folder });
  return { program: join(folder, "cli/bin/weft.mjs"), remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Other people's packages are shared with this checkout, our own are those of the release. */
async function linkPackages(folder: string): Promise<void> {
  const packages = join(folder, "node_modules");
  await mkdir(join(packages, "@weft"), { recursive: true });
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name !== "@weft") await symlink(join(root, "node_modules", name), join(packages, name));
  }
  for (const name of ["contract", "client", "server", "cli", "console"]) {
    await symlink(join(folder, name), join(packages, "@weft", name));
    // What npm has not lifted to the top lies below the workspace itself.
    await symlink(join(root, name, "node_modules"), join(folder, name, "node_modules")).catch(() => {});
  }
}
