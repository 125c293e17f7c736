import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type NodeProcess, startNode } from "../testing/node-process.ts";
import { readCredentials } from "../testing/own-database.ts";
import { type PackageRegistry, startRegistry } from "../testing/package-registry.ts";

const run = promisify(execFile);
const [before, after] = ["9.0.0", "9.1.0"] as const;
const megabytesMax = 150;
const packagesMax = 150;

let folder: string;
let registry: PackageRegistry;
let env: Record<string, string>;
const nodes: NodeProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-install-"));
  registry = await startRegistry(join(folder, "packed"), [before, after]);
  const home = join(folder, "home");
  await mkdir(home);
  await writeFile(join(home, ".npmrc"), registry.config);
  env = {
    PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
    HOME: home,
    // Empty, as on a new machine.
    npm_config_cache: join(folder, "cache"),
    npm_config_registry: await npmRegistry(),
    npm_config_update_notifier: "false",
    WEFT_CONFIG_DIR: join(home, "config"),
  };
}, 300_000);

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.end("SIGTERM")));
  registry.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The one that this machine uses for all packages but ours. */
async function npmRegistry(): Promise<string> {
  return (await run("npm", ["config", "get", "registry"])).stdout.trim();
}

test("npx starts the service in an empty folder", async () => {
  const own = join(folder, "by-npx");
  await mkdir(own);
  const began = Date.now();
  const npx = spawn("npx", ["--yes", "@weft/cli", "serve"], {
    cwd: own,
    env: { ...env, PORT: "0", WEFT_RATE_LIMIT: "off" },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [npx.stdout, npx.stderr]) stream.setEncoding("utf8").on("data", (text) => (printed += text));
  const ended = once(npx, "exit");
  await waitUntil("it is ready", () => /ready at \S+/.test(printed) || npx.exitCode !== null, 240_000);
  console.log(`npx @weft/cli serve: ready after ${((Date.now() - began) / 1000).toFixed(1)} s`);
  const address = /ready at (\S+)/.exec(printed)?.[1] ?? expect.fail(printed);

  const pages = await Promise.all(
    ["/", "/docs", "/api/docs/", "/api/docs/scalar.js", "/api/openapi.json"].map((path) => statusOf(address, path)),
  );
  process.kill(-(npx.pid ?? 0), "SIGTERM");
  await ended;

  expect(pages).toEqual([200, 200, 200, 200, 200]);
  expect(await readdir(own)).toEqual(["data"]);
}, 300_000);

async function statusOf(address: string, path: string): Promise<number> {
  const answer = await fetch(address + path, { headers: { accept: "text/html" } });
  await answer.arrayBuffer();
  return answer.status;
}

const mapping = `loadType: [ITEM]
federatedMappings: { itemFamilyFederatedId: Style, name: Title }
propertiesToRemove: [Style, Title]
`;

test("it is installed, used, upgraded with its data, and removed", async () => {
  const own = join(folder, "installed");
  const data = join(folder, "data");
  await mkdir(own);
  await writeFile(join(own, "package.json"), JSON.stringify({ name: "shop", private: true }));
  const npm = (...args: readonly string[]) => run("npm", [...args, "--no-audit", "--no-fund"], { cwd: own, env });
  const program = join(own, "node_modules/@weft/cli/bin/weft.mjs");
  const weft = (...args: readonly string[]) => run(process.execPath, [program, ...args], { cwd: own, env });
  const start = async () => {
    const node = await startNode({ program, cwd: own, env: { DATA_DIR: data, HOME: env["HOME"] ?? "" } });
    nodes.push(node);
    return node;
  };

  await npm("install", `@weft/cli@${before}`);
  const size = await sizeOf(join(own, "node_modules"));
  const first = await start();
  await weft("login", "--credentials", join(data, "first-credentials.json"), "--base-url", `${first.address}/api`);
  await writeFile(join(own, "styles.csv"), "Style,Title\nP-100,Parka\nP-200,Anorak\n");
  await writeFile(join(own, "styles.yaml"), mapping);
  await weft("load", "styles.csv", "styles.yaml");
  const loaded = await namesOf(first, data);
  await first.end("SIGTERM");

  await npm("install", `@weft/cli@${after}`);
  const second = await start();
  const upgraded = await namesOf(second, data);
  const { stdout: version } = await weft("--version");
  await second.end("SIGTERM");

  await npm("uninstall", "@weft/cli");

  console.log(`installed: ${size.packages} packages, ${size.megabytes.toFixed(0)} MB`);
  expect(loaded).toEqual(["Anorak", "Parka"]);
  expect(upgraded).toEqual(loaded);
  expect(version).toContain(after);
  expect(await access(join(own, "node_modules/@weft")).catch(() => "gone")).toBe("gone");
  expect((await readdir(data)).length).toBeGreaterThan(0);
}, 300_000);

async function namesOf({ address }: NodeProcess, data: string): Promise<string[]> {
  const { apiKey, orgSlug } = await readCredentials(data);
  const headers = { "x-api-key": apiKey, "x-api-org": orgSlug };
  const answer = await fetch(`${address}/api/items?limit=10`, { headers });
  const { results }: { results: { name: string }[] } = JSON.parse(await answer.text());
  return results.map(({ name }) => name).sort();
}

test("what is installed is small, licensed, and has no source maps of the server", async () => {
  const own = join(folder, "small");
  await mkdir(own);
  await writeFile(join(own, "package.json"), "{}");
  await run("npm", ["install", "@weft/cli", "--no-audit", "--no-fund"], { cwd: own, env });
  const modules = join(own, "node_modules");
  const { packages, megabytes } = await sizeOf(modules);
  const ours = await readdir(join(modules, "@weft"));
  const maps = (await readdir(join(modules, "@weft/server"), { recursive: true })).filter((name) =>
    name.endsWith(".map"),
  );

  expect(packages).toBeLessThanOrEqual(packagesMax);
  expect(megabytes).toBeLessThanOrEqual(megabytesMax);
  expect(ours.sort()).toEqual(["cli", "console", "contract", "server"]);
  expect(maps).toEqual([]);
  for (const name of ours) {
    const files = await readdir(join(modules, "@weft", name));
    const { license, engines, repository } = JSON.parse(
      await readFile(join(modules, "@weft", name, "package.json"), "utf8"),
    );
    expect([name, files.includes("LICENSE"), files.includes("README.md")]).toEqual([name, true, true]);
    expect([license, engines.node, repository.directory]).toEqual(["Apache-2.0", ">=20.19.0", name]);
  }
}, 300_000);

async function sizeOf(modules: string): Promise<{ readonly packages: number; readonly megabytes: number }> {
  const names = await readdir(modules, { recursive: true });
  const manifests = names.filter((name) => /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(name));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(modules, name))).blocks * 512));
  return { packages: manifests.length, megabytes: sizes.reduce((sum, size) => sum + size, 0) / 1_000_000 };
}
