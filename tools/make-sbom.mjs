// Writes what the product contains: sbom.cdx.json (CycloneDX) and licenses.txt. Every build writes both to dist, for all
// platforms. node tools/make-sbom.mjs --image /opt/weft writes them to the folder of an image in which the product is
// installed: for its packages, its Node and its Debian.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { tsImport } from "tsx/esm/api";
import { readCommit } from "./build-commit.mjs";
import { licenseOf } from "./licenses-of.mjs";

const { lockedPackages } = await tsImport("./locked-packages.ts", import.meta.url);
const { debianParts, nodePart, partsOfPackage } = await tsImport("./native-parts.ts", import.meta.url);
const { makeSbom } = await tsImport("./sbom.ts", import.meta.url);

const bundledFile = "dist/bundled.json";

/** `bundled` has the paths of the packages that are bundled, by the workspace that contains them. */
export function writeSbom(root, bundled) {
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(join(root, bundledFile), `${JSON.stringify(bundled, undefined, 2)}\n`);
  writeBoth({ root, to: join(root, "dist"), packages: describePackages(root, root), platform: [] });
}

function writeImageSbom(root, folder) {
  const packages = describePackages(root, folder).filter(
    ({ path, bundledIn }) => bundledIn.length > 0 || existsSync(join(folder, path, "package.json")),
  );
  writeBoth({ root, to: folder, packages, platform: [nodePart(), ...debianParts("/")] });
}

/** Packages that are bundled are only where the product is built. */
function describePackages(root, installed) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const bundled = JSON.parse(readFileSync(join(root, bundledFile), "utf8"));
  return lockedPackages(lock, bundled).map((one) => {
    const folder = [installed, root].map((place) => join(place, one.path)).find((place) => existsSync(place));
    return { ...one, folder, parts: folder === undefined ? [] : partsOfPackage(folder, one.name) };
  });
}

function writeBoth({ root, to, packages, platform }) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const sbom = makeSbom({ version, commit: readCommit(root), packages, platform });
  writeFileSync(join(to, "sbom.cdx.json"), `${JSON.stringify(sbom, undefined, 1)}\n`);
  writeFileSync(join(to, "licenses.txt"), formatLicenses(packages, platform));
}

/** A list of everything, then the texts of the packages that are here. */
function formatLicenses(packages, platform) {
  const others = packages.filter(({ path }) => path.includes("node_modules/"));
  const listed = [...others.flatMap((one) => [one, ...one.parts]), ...platform.flatMap((one) => [one, ...one.parts])];
  const rows = listed.map(
    ({ name, version, license, terms }) => `${name} ${version}: ${license ?? terms ?? "a part of Node"}`,
  );
  const texts = others.filter(({ folder }) => folder !== undefined).map(({ folder }) => licenseOf(folder));
  const line = `\n${"-".repeat(80)}\n\n`;
  return [`Weft contains or uses:\n\n${[...new Set(rows)].join("\n")}\n`, ...new Set(texts)].join(line);
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { image: { type: "string" } } });
  if (values.image === undefined) {
    console.error("Name the folder of the installed product: node tools/make-sbom.mjs --image /opt/weft");
    process.exit(2);
  }
  writeImageSbom(join(import.meta.dirname, ".."), values.image);
}
