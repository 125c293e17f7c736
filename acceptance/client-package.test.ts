import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileProgram } from "./testing/compile-program.ts";
import { OwnFolder, readCredentials } from "./testing/own-database.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));

let service: OwnFolder;
let folder: string;
let tarball: string;
let env: Record<string, string>;

beforeAll(async () => {
  service = await OwnFolder.make();
  const [node] = await Promise.all([service.start(), packAndInstall()]);
  const { apiKey, orgSlug } = await readCredentials(service.path);
  env = { PATH: process.env["PATH"] ?? "", API_KEY: apiKey, ORG_SLUG: orgSlug, BASE_URL: `${node.address}/api` };
});

afterAll(async () => {
  await service.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Into an empty folder, without a network. */
async function packAndInstall(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "weft-package-"));
  const packed = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: join(root, "client") });
  const [{ filename }] = JSON.parse(packed.stdout);
  tarball = join(folder, filename);
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "program", private: true, type: "module" }));
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier"];
  await run("npm", ["install", "--offline", "--ignore-scripts", ...quiet, tarball], { cwd: folder });
}

test("the package is well formed and has no dependencies", async () => {
  const bytes = await readFile(tarball);
  const { messages, pkg } = await publint({ pack: { tarball: Uint8Array.from(bytes).buffer }, strict: true });

  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  const modules = await readdir(join(folder, "node_modules"));
  expect(modules.filter((name) => !name.startsWith("."))).toEqual(["@weft"]);
  expect(await readdir(join(folder, "node_modules/@weft"))).toEqual(["client"]);
});

test("the package contains the build, its sources and its license, and no tests", async () => {
  const client = join(folder, "node_modules/@weft/client");
  const files = await readdir(client, { recursive: true });

  expect((await readdir(client)).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json", "src"]);
  expect(files.filter((name) => /\.test\.|testing|tsconfig|tsbuildinfo/.test(name))).toEqual([]);
  expect(await readFile(join(client, "LICENSE"), "utf8")).toBe(await readFile(join(root, "LICENSE"), "utf8"));
});

test("the quick start of the README works as written", async () => {
  const credentials = "apiKey: process.env.API_KEY, orgSlug: process.env.ORG_SLUG, baseUrl: process.env.BASE_URL";
  await writeFile(join(folder, "readme.mjs"), (await firstLines()).replace(/apiKey: .*(?= \}\);)/, credentials));

  const { stdout } = await run(process.execPath, ["readme.mjs"], { cwd: folder, env });

  expect(stdout).toMatch(/^\S{16} Parka\n/);
  expect(stdout).toMatch(/\ncompleted \{\s*item: \{[^}]*created: 1,[^}]*\}\s*\} \[\]\n$/);
});

async function firstLines(): Promise<string> {
  const readme = await readFile(join(folder, "node_modules/@weft/client/README.md"), "utf8");
  return /```ts\n(import[\s\S]*?)```/.exec(readme)?.[1] ?? "";
}

/** The same program for every runtime: it prints the results of its calls. */
const program = `
import { ApiError, entities, files, login, verifyWebhook, Weft } from "@weft/client";
const options = { apiKey: process.env.API_KEY, orgSlug: process.env.ORG_SLUG, baseUrl: process.env.BASE_URL };
const who = await login(options);
const { id } = await entities.create({ entityName: "item", object: { name: "Größe" } });
const { name } = await new Weft(options).entities.get({ entityName: "item", id });
const file = await files.upload({ file: new Blob(["a,b"]), fileName: "a.csv" });
const text = await (await files.download({ id: file.id })).text();
const refused = await entities.get({ entityName: "item", id: "nobody" }).catch((error) => error);
const forged = await verifyWebhook({ headers: {}, body: "{}", secret: "whsec_AAAA" }).catch(({ reason }) => reason);
console.log(JSON.stringify([who.org.slug, name, text, refused instanceof ApiError, refused.status, forged]));
`;

const expected = () => [env["ORG_SLUG"], "Größe", "a,b", true, 404, "missing-header"];

test("a JavaScript program can use it", async () => {
  await writeFile(join(folder, "program.mjs"), program);

  const { stdout } = await run(process.execPath, ["program.mjs"], { cwd: folder, env });

  expect(JSON.parse(stdout)).toEqual(expected());
});

test("a worker without an error handler does not end silently", async () => {
  await writeFile(join(folder, "worker.mjs"), 'import { worker } from "@weft/client"; worker("external", () => {});');

  const ended = spawnSync(process.execPath, ["worker.mjs"], { cwd: folder, env, encoding: "utf8" });

  expect(ended.status).toBe(1);
  expect(ended.stderr).toContain("Not signed in");
});

test.each([
  ["deno", ["run", "--allow-net", "--allow-env", "--node-modules-dir=manual", "program.mjs"]],
  ["bun", ["run", "program.mjs"]],
])("%s runs the same program, if it is installed", async (runtime, args) => {
  if (spawnSync(runtime, ["--version"]).error !== undefined) {
    console.log(`not run: ${runtime} is not on this machine`);
    return;
  }
  await writeFile(join(folder, "program.mjs"), program);

  const { stdout } = await run(runtime, args, { cwd: folder, env: { ...env, HOME: folder } });

  expect(JSON.parse(stdout)).toEqual(expected());
});

const typedProgram = `
import { ApiError, login, entities, loader, verifyWebhook, Weft } from "@weft/client";
import type { Download, EntityName, Item, LoaderProcess, WebhookMessage } from "@weft/client";
import { fileSource, saveFile } from "@weft/client/node";

declare module "@weft/client" {
  interface EntityProperties {
    item: { price?: number };
  }
}

const { API_KEY: apiKey = "", ORG_SLUG: orgSlug = "", BASE_URL: baseUrl } = process.env;
const who = await login({ apiKey, orgSlug, baseUrl });
const draft = { name: "Parka", price: 3 };
const created = await entities.create({ entityName: "item", object: draft });
const read: Item = await entities.get({ entityName: "item", id: created.id });
const price: number | undefined = created.price;
const own: { price: number } = await entities.get<{ price: number }>({ entityName: "item", id: read.id });
const download: Download = await new Weft({ apiKey, orgSlug, baseUrl }).files
  .upload({ file: await fileSource("package.json") })
  .then(({ id }) => new Weft({ apiKey, orgSlug, baseUrl }).files.download({ id }));
await saveFile(download, "saved.json");
const config = { loadType: ["ITEM" as const], federatedMappings: { itemFamilyFederatedId: "s", name: "s" } };
const load: LoaderProcess = await loader.run({ config, file: "s\\nP-1\\n", onProgress: ({ progress }) => void progress.percent });
const verify = (headers: Headers, body: string): Promise<WebhookMessage> => verifyWebhook({ headers, body, secret: "x" });
const isName: "items" extends EntityName ? true : false = false;
console.log(JSON.stringify([who.org.slug, price, own.price, load.status, typeof verify, isName, ApiError.name]));
`;

const dom = ["dom", "dom.iterable", "dom.asynciterable"];

test.each([
  { moduleResolution: "nodenext", lib: dom, checked: "ours" },
  { moduleResolution: "nodenext", lib: [], checked: "all" },
  { moduleResolution: "bundler", lib: dom, checked: "all" },
  { moduleResolution: "bundler", lib: [], checked: "ours" },
] as const)("a TypeScript program compiles with $moduleResolution and the libraries $lib, and runs", async (input) => {
  const own = await mkdtemp(join(folder, "typed-"));
  await writeFile(join(own, "program.ts"), typedProgram);
  await writeFile(join(own, "readme.ts"), await firstLines());

  const compilerOptions = {
    moduleResolution: input.moduleResolution,
    module: input.moduleResolution === "bundler" ? "esnext" : "nodenext",
    lib: ["es2023", ...input.lib],
    target: "es2022",
    strict: true,
    exactOptionalPropertyTypes: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  };
  const errors = compileProgram(own, compilerOptions, input.checked);
  const { stdout } = await run(process.execPath, [join(own, "program.js")], { cwd: folder, env });

  expect(errors).toEqual([]);
  expect(JSON.parse(stdout)).toEqual([env["ORG_SLUG"], 3, 3, "completed", "function", false, "ApiError"]);
  expect(await readFile(join(folder, "saved.json"), "utf8")).toBe(await readFile(join(folder, "package.json"), "utf8"));
});

const commonProgram = `
const { ApiError, Weft } = require("@weft/client");
const { fileSource } = require("@weft/client/node");
const { API_KEY: apiKey, ORG_SLUG: orgSlug, BASE_URL: baseUrl } = process.env;
const weft = new Weft({ apiKey, orgSlug, baseUrl });
weft.entities.get({ entityName: "item", id: "nobody" }).catch(async (error) => {
  const { size } = await fileSource("package.json");
  console.log(JSON.stringify([error instanceof ApiError, error.code, size > 0]));
});
`;

test("a CommonJS program can require it, also where require cannot load ES modules", async () => {
  await writeFile(join(folder, "program.cjs"), commonProgram);
  const args = ["--no-experimental-require-module", "program.cjs"];

  const { stdout } = await run(process.execPath, args, { cwd: folder, env });

  expect(JSON.parse(stdout)).toEqual([true, "not-found", true]);
});

const typedCommonProgram = `
import { type Item, Weft } from "@weft/client";
import { fileSource } from "@weft/client/node";

declare module "@weft/client" {
  interface EntityProperties {
    item: { price?: number };
  }
}

const { API_KEY: apiKey = "", ORG_SLUG: orgSlug = "", BASE_URL: baseUrl } = process.env;
async function main(): Promise<void> {
  const weft = new Weft({ apiKey, orgSlug, baseUrl });
  const created = await weft.entities.create({ entityName: "item", object: { name: "Parka", price: 3 } });
  const read: Item = await weft.entities.get({ entityName: "item", id: created.id });
  const price: number | undefined = created.price;
  console.log(JSON.stringify([read.name, price, (await fileSource("package.json")).size > 0]));
}
void main();
`;

test.each([
  ["node10", "commonjs"],
  ["node16", "node16"],
  ["nodenext", "nodenext"],
])("a TypeScript program of a CommonJS package compiles with %s, and runs", async (moduleResolution, module) => {
  const own = await mkdtemp(join(folder, "common-"));
  await writeFile(join(own, "package.json"), '{"type": "commonjs"}');
  await writeFile(join(own, "program.ts"), typedCommonProgram);

  const compilerOptions = {
    ...{ module, moduleResolution, lib: ["es2023"], target: "es2022", strict: true },
    ...{ exactOptionalPropertyTypes: true, types: ["node"], typeRoots: [join(root, "node_modules/@types")] },
  };
  const errors = compileProgram(own, compilerOptions, "ours");
  const { stdout } = await run(process.execPath, [join(own, "program.js")], { cwd: folder, env });

  expect(errors).toEqual([]);
  expect(JSON.parse(stdout)).toEqual(["Parka", 3, true]);
});
