import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"),
);

const permissive = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "(MIT OR CC0-1.0)",
]);

/** What an installation of the product contains: the lock file has the packages of all platforms. */
function installedPackages() {
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes("node_modules/") && dev !== true && link !== true)
    .map(([path, { license = "none" }]) => ({ name: path.replace(/^.*node_modules\//, ""), license }));
}

test("all installed packages have permissive licenses, except libvips", () => {
  const others = installedPackages().filter(({ license }) => !permissive.has(license));

  // libvips is a shared library of its own: docs/decisions/0067-pictures.md.
  expect(others.filter(({ name }) => !/^@img\/sharp-(libvips|wasm32|win32)\b/.test(name))).toEqual([]);
  expect(new Set(others.map(({ license }) => license.replaceAll(/\b(?:Apache-2\.0|MIT) AND | AND MIT$/g, "")))).toEqual(
    new Set(["LGPL-3.0-or-later"]),
  );
});

test("sharp is locked for the platforms that servers run on", () => {
  const names = installedPackages().map(({ name }) => name);

  for (const platform of ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]) {
    expect(names).toContain(`@img/sharp-${platform}`);
    expect(names).toContain(`@img/sharp-libvips-${platform}`);
  }
});
