import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Gets Node of this version and platform from npm's registry, and returns the path of its program. */
export async function downloadNode(version: string, folder: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}@${version}`;
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder, name]);
  const [{ filename }]: [{ readonly filename: string }] = JSON.parse(stdout);
  const tarball = join(folder, filename);
  await run("tar", ["-xzf", tarball, "-C", folder, "package/bin/node"]);
  await rm(tarball);
  return join(folder, "package/bin/node");
}
