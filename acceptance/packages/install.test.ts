import { access, lstat, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { isOfPlatform, type LockedPackages, productionPackages } from "../../tools/production-packages.ts";
import { NpmUser } from "../testing/npm-user.ts";
import { readCredentials } from "../testing/own-database.ts";
import { type PackageRegistry, packPackages, repackAs, startRegistry } from "../testing/package-registry.ts";
import { readBlocks } from "../testing/read-blocks.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const nextVersion = "9.1.0";
const megabytesMax = 150;
const packagesMax = 120;

let user: NpmUser;
let packed: readonly string[];
let registry: PackageRegistry;

beforeAll(async () => {
  user = await NpmUser.make();
  packed = await packPackages(join(user.folder, "packed"));
  registry = await startRegistry(packed);
  await user.configureNpm(registry.config);
}, 300_000);

afterAll(async () => {
  await user.remove();
  registry.stop();
});

test("npx starts the service in an empty folder, and downloads everything for it", async () => {
  const own = join(user.folder, "by-npx");
  await mkdir(own);
  const began = Date.now();

  const service = await user.start("npx --yes @weft/cli serve", own);
  console.log(`npx @weft/cli serve: ready after ${((Date.now() - began) / 1000).toFixed(1)} s with an empty cache`);
  const pages = await Promise.all(
    ["/", "/docs", "/api/docs/", "/api/docs/scalar.js", "/api/openapi.json"].map((path) =>
      statusOf(service.address + path),
    ),
  );
  await service.end("SIGTERM");

  expect(pages).toEqual([200, 200, 200, 200, 200]);
  expect(await readdir(own)).toEqual(["data"]);
  await expectStopped(join(own, "data"));
});

async function statusOf(address: string): Promise<number> {
  const response = await fetch(address, { headers: { accept: "text/html" } });
  await response.arrayBuffer();
  return response.status;
}

/** PostgreSQL is in a session of its own, and removes this file when it ends. */
async function expectStopped(data: string): Promise<void> {
  const isGone = () =>
    access(join(data, "postgres/postmaster.pid")).then(
      () => false,
      () => true,
    );
  await waitUntil("PostgreSQL stopped", isGone);
}

test("the guide's commands install, load, back up, upgrade, restore and remove", async () => {
  const command = await readGuide();
  const own = join(user.folder, "weft");
  const list = () => user.run("npx @weft/cli items list --fields name,Price", own);

  await user.run(command("mkdir weft"), user.folder);
  const first = await user.start(command("serve"), own);
  const loaded = await user.run(command("weft/cli load"), own);
  await user.run(command("admin backup"), own);
  await first.end("SIGINT");
  await expectStopped(join(own, "data"));

  await registry.add(await repackAs(nextVersion, packed, join(user.folder, "repacked")));
  const version = await user.run(command("@weft/cli@latest"), own);
  const second = await user.start(command("serve"), own);
  const upgraded = await list();
  await second.end("SIGINT");

  await user.run(command("admin restore"), own);
  const third = await user.start(command("DATA_DIR=restored npx @weft/cli serve"), own);
  const restored = await list();
  await third.end("SIGINT");

  await user.run(command("npm uninstall"), own);
  const left = await readdir(own);
  await user.run(command("rm -r"), own);

  expect(loaded).toMatch(/Parka +129\.5\b[\s\S]*Anorak +89\b|Anorak +89\b[\s\S]*Parka +129\.5\b/);
  expect(loaded).toContain(upgraded);
  expect(restored).toBe(upgraded);
  expect(version).toContain(nextVersion);
  expect(left).toEqual(expect.arrayContaining(["data", "restored", "weft.tar.gz"]));
  expect(await readdir(own)).not.toContain("data");
  expect(await packagesIn(join(own, "node_modules"))).toEqual([]);
  expect(command.left()).toEqual([]);
});

/** The commands of the section about npm, by a part of them. */
async function readGuide() {
  const lines = (await readFile(join(root, "docs/installing.md"), "utf8")).split("\n");
  const begin = lines.indexOf("## npm");
  const end = lines.findIndex((line, place) => place > begin && line.startsWith("## "));
  const blocks = (await readBlocks("docs/installing.md")).filter(({ line }) => line > begin && line <= end);
  const used = new Set<string>();
  const find = (part: string): string => {
    const { text } = blocks.find((block) => block.text.includes(part)) ?? expect.fail(`The guide has no ${part}.`);
    used.add(text);
    return text;
  };
  return Object.assign(find, { left: () => blocks.map(({ text }) => text).filter((text) => !used.has(text)) });
}

test("installed globally, it is what was tested, small, licensed, and without the tools of the build", async () => {
  const prefix = join(user.folder, "global");
  await user.run(`npm install --global --prefix ${prefix} @weft/cli@${await ownVersion()}`, user.folder);
  const modules = join(prefix, "lib/node_modules");
  const packages = await packagesIn(modules);
  const megabytes = await megabytesIn(modules);
  console.log(`installed: ${packages.length} packages, ${megabytes.toFixed(0)} MB`);
  const version = await user.run(`${prefix}/bin/weft --version`, user.folder);
  const service = await user.start(`exec ${prefix}/bin/weft serve`, prefix);
  const { orgSlug } = await readCredentials(join(prefix, "data"));
  await service.end("SIGTERM");

  expect(version).toContain(await ownVersion());
  expect(orgSlug).toMatch(/./);
  await expectLocked(packages);
  expect(packages.filter(({ name }) => /^(typescript|esbuild|vite|@types\/.*)$/.test(name))).toEqual([]);
  expect(packages.length).toBeLessThanOrEqual(packagesMax);
  expect(megabytes).toBeLessThanOrEqual(megabytesMax);
  for (const name of ["cli", "console", "server"]) {
    await expectComplete(packages.find((one) => one.name === `@weft/${name}`)?.folder ?? expect.fail(name), name);
  }
});

async function ownVersion(): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return version;
}

interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

async function packagesIn(modules: string): Promise<InstalledPackage[]> {
  const files = (await readdir(modules, { recursive: true })).filter((name) =>
    /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(name),
  );
  return Promise.all(
    files.map(async (file) => {
      const { name, version }: InstalledPackage = JSON.parse(await readFile(join(modules, file), "utf8"));
      return { name, version, folder: join(modules, file, "..") };
    }),
  );
}

async function megabytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map(async (name) => (await lstat(join(folder, name))).blocks * 512));
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000_000;
}

/** In the versions of the lock file: all packages, and no others but those of this platform. */
async function expectLocked(installed: readonly InstalledPackage[]): Promise<void> {
  const { packages }: { packages: LockedPackages } = JSON.parse(
    await readFile(join(root, "package-lock.json"), "utf8"),
  );
  const textOf = ({ name, version }: { readonly name: string; readonly version?: string }) => `${name} ${version}`;
  const locked = (platforms: "all" | "none") =>
    productionPackages(packages, "cli", (one) => platforms === "none" && isOfPlatform(one)).map(({ name, locked }) =>
      textOf({ name, ...locked }),
    );
  const names = installed.filter(({ name }) => name !== "@weft/cli").map(textOf);

  expect(names.filter((name) => !locked("all").includes(name))).toEqual([]);
  expect(locked("none").filter((name) => !names.includes(name))).toEqual([]);
}

async function expectComplete(folder: string, name: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const { license, engines, homepage, repository } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));

  expect([name, files.includes("LICENSE"), files.includes("README.md")]).toEqual([name, true, true]);
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
  expect([license, engines.node, homepage]).toEqual(["Apache-2.0", ">=20.19.0", "https://weft.dev"]);
  expect(repository.directory).toBe(name);
}
