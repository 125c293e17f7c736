import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isOfPlatform, type LockedPackages, productionPackages } from "./production-packages.ts";

const { packages }: { packages: LockedPackages } = JSON.parse(
  readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"),
);
const workspaces = ["cli", "client", "contract", "console", "server"];

/** The oldest that the packages promise to run on. */
const oldestNode = [20, 19, 0] as const;

/** Whether engines.node of a package includes the oldest Node: alternatives of comparisons, of which all must hold. */
function includesOldest(range: string): boolean {
  return range
    .split("||")
    .some((part) => [...part.matchAll(/([<>=^~]*)\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/g)].every(holds));
}

function holds([, operator = "", ...parts]: readonly (string | undefined)[]): boolean {
  const wanted = parts.filter((part) => part !== undefined).map(Number);
  const first = wanted.findIndex((number, place) => number !== oldestNode[place]);
  const difference = first === -1 ? 0 : (oldestNode[first] ?? 0) - (wanted[first] ?? 0);
  switch (operator) {
    case ">=":
      return difference >= 0;
    case "<":
      return difference < 0;
    case "^":
      return difference >= 0 && first !== 0;
    case "~":
      return difference >= 0 && (first === -1 || first === 2);
    case "":
    case "=":
      return first === -1;
    default:
      throw new Error(`Unknown operator ${operator}.`);
  }
}

test.each([
  [">=20.19.0", true],
  [">= 10", true],
  ["20 || >=22", true],
  ["^16 || ^18 || >=20", true],
  ["^20.9.0", true],
  ["~20.19", true],
  [">=14 <21", true],
  [">=22", false],
  [">=20.20.0", false],
  ["^18 || ^22.1.0", false],
  ["~20.18.0", false],
  [">=14 <20", false],
])("the range %s includes the oldest Node: %s", (range, expected) => {
  expect(includesOldest(range)).toBe(expected);
});

test("all packages of the product run on the oldest Node that it promises", () => {
  const installed = workspaces.flatMap((workspace) => productionPackages(packages, workspace));
  const newer = installed.filter(({ locked }) => !includesOldest(locked.engines?.node ?? ">=0"));

  expect(installed.length).toBeGreaterThan(100);
  expect(newer.map(({ name, locked }) => `${name} ${locked.version} needs Node ${locked.engines?.node}`)).toEqual([]);
  expect(workspaces.map((workspace) => packages[workspace]?.engines?.node)).toEqual(workspaces.map(() => ">=20.19.0"));
});

test("the product is installed without tools of the build, and the client without other packages", () => {
  const names = productionPackages(packages, "cli").map(({ name }) => name);

  expect(names).toEqual(expect.arrayContaining(["@weft/server", "@weft/console", "fastify", "@img/sharp-linux-x64"]));
  expect(names.filter((name) => /^(typescript|esbuild|vite|@types\/)/.test(name))).toEqual([]);
  expect(productionPackages(packages, "client")).toEqual([]);
});

test("optional peers are left out, packages of other versions are found where Node finds them", () => {
  const locked: LockedPackages = {
    app: { dependencies: { a: "1", b: "1" } },
    "node_modules/a": { version: "1.0.0", dependencies: { c: "2" }, optionalDependencies: { "a-linux": "1" } },
    "node_modules/a/node_modules/c": {
      version: "2.0.0",
      peerDependencies: { tool: "1", b: "1" },
      peerDependenciesMeta: { tool: { optional: true } },
    },
    "node_modules/a-linux": { version: "1.0.0", os: ["linux"] },
    "node_modules/b": { resolved: "other", link: true },
    other: { version: "1.0.0", dependencies: { c: "1" } },
    "node_modules/c": { version: "1.0.0" },
    "node_modules/tool": { version: "1.0.0" },
  };

  const all = productionPackages(locked, "app").map(({ path }) => path);
  const portable = productionPackages(locked, "app", isOfPlatform).map(({ path }) => path);

  expect(all.sort()).toEqual([
    "node_modules/a",
    "node_modules/a-linux",
    "node_modules/a/node_modules/c",
    "node_modules/c",
    "other",
  ]);
  expect(portable.sort()).toEqual(all.filter((path) => path !== "node_modules/a-linux"));
  expect(() => productionPackages({ app: { dependencies: { x: "1" } } }, "app")).toThrow("has no x, which app needs");
});
