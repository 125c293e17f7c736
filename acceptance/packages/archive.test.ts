import { execFile, spawnSync } from "node:child_process";
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { everyPartWorks, readColors, useEveryPart } from "../testing/everyday-use.ts";
import { startNode } from "../testing/node-process.ts";

const run = promisify(execFile);
const tool = fileURLToPath(new URL("../../tools/make-archive.mjs", import.meta.url));
const { version }: { version: string } = JSON.parse(
  await readFile(new URL("../../package.json", import.meta.url), "utf8"),
);
/** The machine codes of ELF files. */
const machines = { "linux-x64": 62, "linux-arm64": 183 } as const;
type Platform = keyof typeof machines;
const here: Platform = process.arch === "arm64" ? "linux-arm64" : "linux-x64";
const other: Platform = here === "linux-x64" ? "linux-arm64" : "linux-x64";

let folder: string;
/** With a space, as folders of people have. */
let unpacked: string;
const nameOf = (platform: Platform) => `weft-${version}-${platform}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-archive-"));
  unpacked = join(folder, "un packed");
  await mkdir(unpacked);
  for (const platform of [here, other]) await makeArchive(platform, "dist");
  await run("tar", ["-xzf", join(folder, "dist", `${nameOf(here)}.tar.gz`), "-C", unpacked]);
  await symlink(nameOf(here), join(unpacked, "current"));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

function makeArchive(platform: Platform, out: string) {
  return run(process.execPath, [tool, "--platform", platform, "--out", join(folder, out)]);
}

test("the archives are complete for one platform each, and SHA256SUMS fits them", async () => {
  const checked = await run("sha256sum", ["--check", "SHA256SUMS"], { cwd: join(folder, "dist") });
  await mkdir(join(folder, "other"));
  await run("tar", ["-xzf", join(folder, "dist", `${nameOf(other)}.tar.gz`), "-C", join(folder, "other")]);

  expect(checked.stdout.match(/: OK$/gm)).toHaveLength(2);
  for (const [platform, place] of [
    [here, unpacked],
    [other, join(folder, "other")],
  ] as const) {
    const found = await machinesIn(join(place, nameOf(platform)));
    expect([...found.keys()]).toEqual([machines[platform]]);
    for (const part of ["node/bin/node", "argon2", "sharp", "bin/postgres"]) {
      expect(found.get(machines[platform])?.some((path) => path.includes(part))).toBe(true);
    }
  }
});

/** The ELF files of each machine. */
async function machinesIn(place: string): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  for (const path of await readdir(place, { recursive: true })) {
    if ((await lstat(join(place, path))).isFile()) {
      const bytes = await readFile(join(place, path));
      if (bytes.subarray(0, 4).equals(Buffer.from("\u007fELF", "latin1"))) {
        const machine = bytes.readUInt16LE(18);
        found.set(machine, [...(found.get(machine) ?? []), path]);
      }
    }
  }
  return found;
}

test("the same sources make the same bytes", async () => {
  await makeArchive(other, "again");

  const [first, second] = await Promise.all(
    ["dist", "again"].map((out) => readFile(join(folder, out, `${nameOf(other)}.tar.gz`))),
  );
  expect(second?.equals(first ?? Buffer.of())).toBe(true);
});

test("it has the licenses of all packages, and ours is beside them", async () => {
  const place = join(unpacked, nameOf(here));
  const licenses = await readFile(join(place, "LICENSES.txt"), "utf8");
  const modules = await readdir(join(place, "lib/node_modules"));
  const names = modules.filter((name) => !/^[@.]/.test(name));

  expect((await readdir(place)).sort()).toEqual(["LICENSE", "LICENSES.txt", "README.txt", "bin", "lib", "node"]);
  expect((await readdir(join(place, "node"))).sort()).toEqual(["LICENSE", "bin"]);
  expect(names.filter((name) => !new RegExp(`^${name} \\d`, "m").test(licenses))).toEqual([]);
  expect(licenses).not.toContain("undefined");
});

test("without Node on the PATH it starts through links from another folder, does everything, and is upgraded", async () => {
  const programs = join(folder, "programs");
  const data = join(folder, "data");
  await mkdir(programs);
  for (const name of ["readlink", "dirname"]) await symlink(`/usr/bin/${name}`, join(programs, name));
  await symlink(join(unpacked, "current/bin/weft"), join(programs, "weft"));
  const env = { PATH: programs, HOME: folder, DATA_DIR: data };
  const launch = () => startNode({ env, cwd: programs, program: "weft", launcher: ["/usr/bin/env"] });

  const node = await launch();
  onTestFinished(async () => void (await node.end("SIGKILL")));
  const works = await useEveryPart(node, data);
  // The running service keeps its folder, and the next start uses the new one.
  await run("cp", ["-r", join(unpacked, nameOf(here)), join(unpacked, "next")]);
  await rm(join(unpacked, "current"));
  await symlink("next", join(unpacked, "current"));
  const pages = await fetch(`${node.address}/docs`, { headers: { accept: "text/html" } });
  await node.end("SIGTERM");
  const next = await launch();
  onTestFinished(async () => void (await next.end("SIGKILL")));

  expect(works).toEqual(everyPartWorks);
  expect([pages.status, await readColors(next, data)]).toEqual([200, ["Navy"]]);
  expect(await next.end("SIGTERM")).toBe(0);
});

test("a platform or a version that does not exist is refused", () => {
  const refuse = (...args: readonly string[]) =>
    spawnSync(process.execPath, [tool, ...args], { encoding: "utf8" }).stderr;

  expect(refuse()).toBe("Give a platform: --platform linux-x64 or linux-arm64.\n");
  expect(refuse("--platform", "linux-x64", "--node", "22")).toContain("Give all three numbers");
});
