import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

test.each([
  ["client", [".", "./node"]],
  ["contract", ["."]],
])("TypeScript finds the types of @weft/%s in every way that it resolves modules", async (name, typed) => {
  const folder = await mkdtemp(join(tmpdir(), "weft-types-"));
  const args = ["pack", "--json", "--pack-destination", folder];
  const { stdout } = await run("npm", args, { cwd: join(root, name), maxBuffer: 2 ** 26 });
  const bytes = await readFile(join(folder, JSON.parse(stdout)[0].filename));
  await rm(folder, { recursive: true });

  const checked = await checkPackage(createPackageFromTarballData(Uint8Array.from(bytes)));
  if (checked.types === false) expect.fail("The package has no types.");

  expect(checked.problems).toEqual([]);
  const found = Object.entries(checked.entrypoints).filter(([, { hasTypes }]) => hasTypes);
  expect(found.map(([path]) => path)).toEqual(typed);
  for (const [, { resolutions }] of found) {
    expect(Object.keys(resolutions)).toEqual(["node10", "node16-cjs", "node16-esm", "bundler"]);
  }
});

test("a CommonJS program can require the contract, also where require cannot load ES modules", async () => {
  const program = `
    const { operations } = require("@weft/contract");
    const { paths } = require("@weft/contract/openapi.json");
    console.log(operations.length >= Object.keys(paths).length);
  `;
  const args = ["--no-experimental-require-module", "--input-type=commonjs", "--eval", program];

  const { stdout } = await run(process.execPath, args, { cwd: root });

  expect(stdout).toBe("true\n");
});
