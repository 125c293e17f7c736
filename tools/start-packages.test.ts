import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Metafile } from "esbuild";
import { beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

let inputs: Metafile["inputs"];

beforeAll(async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      "server/src/main.ts",
      "server/src/platform/scripts/sandbox/script-thread.ts",
      "server/src/files/pictures/picture-process.ts",
    ],
    outdir: "server/dist",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    conditions: ["source"],
    packages: "external",
    alias: { "@weft/contract": join(root, "contract/src/index.ts") },
    metafile: true,
    write: false,
  });
  inputs = metafile.inputs;
});

/** The packages that are loaded with these files, and not later by an import on use. */
function packagesOf(...entries: readonly string[]): string[] {
  const reached = new Set(entries);
  const packages = new Set<string>();
  // Grows while it is read.
  for (const path of reached) {
    const { imports = [] } = inputs[path] ?? {};
    for (const { path: imported, external } of imports.filter(({ kind }) => kind !== "dynamic-import")) {
      (external === true ? packages : reached).add(imported);
    }
  }
  return [...packages].filter((name) => !name.startsWith("node:")).sort();
}

/** Each takes memory in every process, and time at every start. What only some nodes need is imported on use. */
const ofEveryProcess = [
  "@fastify/compress",
  "@fastify/cors",
  "@fastify/multipart",
  "@node-rs/argon2",
  "acorn",
  "commander",
  "fastify",
  "ipaddr.js",
  "lru-cache",
  "pg",
  "pino",
  "prom-client",
  "re2js",
  "zod",
];

test("a node loads only these packages when it starts", () => {
  const packages = packagesOf("server/src/main.ts", "server/src/serve.ts", "server/src/node.ts");

  expect(packages).toEqual(ofEveryProcess);
});

test("a process of a node loads no more", () => {
  const packages = packagesOf("server/src/main.ts", "server/src/serve.ts", "server/src/processes/run-process.ts");

  expect(packages).toEqual(ofEveryProcess);
});

test("the process that only supervises others does without what serves requests", () => {
  const packages = packagesOf("server/src/main.ts", "server/src/serve.ts", "server/src/processes/supervise.ts");

  expect(packages).not.toContain("fastify");
  expect(ofEveryProcess).toEqual(expect.arrayContaining(packages));
});

test("packages that only some nodes need are part of the product, and loaded on use", () => {
  const externals = Object.values(inputs).flatMap(({ imports }) => imports.filter(({ external }) => external === true));
  const onUse = new Set(externals.filter(({ kind }) => kind === "dynamic-import").map(({ path }) => path));

  expect([...onUse]).toEqual(expect.arrayContaining(["ioredis", "yaml"]));
  expect(externals.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["openid-client", "undici", "quickjs-emscripten-core"]),
  );
});

test("only the picture process loads sharp, and only one file uses it", () => {
  const users = Object.entries(inputs).filter(([, { imports }]) => imports.some(({ path }) => path === "sharp"));

  expect(users.map(([path]) => path)).toEqual(["server/src/files/pictures/render-picture.ts"]);
  expect(packagesOf("server/src/files/pictures/picture-process.ts")).toEqual(["sharp"]);
});
