// npm run pack -- <folder>: writes the packages, as they are published, into the folder. Needs a build. Prints the files in
// the order in which to publish them: a package after those that it needs.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  isOfPlatform,
  type LockedPackages,
  type ProductionPackage,
  productionPackages,
} from "./production-packages.ts";

const root = join(import.meta.dirname, "..");
const { packages }: { packages: LockedPackages } = readJson(join(root, "package-lock.json"));
const { overrides }: { overrides: Record<string, string> } = readJson(join(root, "package.json"));

function packAll(folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const staged = mkdtempSync(join(tmpdir(), "weft-pack-"));
  try {
    stageServer(staged);
    const sources = [...["contract", "client", "console"].map((name) => join(root, name)), staged, join(root, "cli")];
    return sources.map((source) => pack(source, folder));
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/**
 * The server's package contains the packages that it needs, as the lock file has them: users run what was tested, from any
 * registry. Packages of a platform cannot be in it: npm chooses them, but not those of packages in a package.
 */
function stageServer(staged: string): void {
  for (const name of ["dist", "migrations", "LICENSE", "README.md"]) {
    cpSync(join(root, "server", name), join(staged, name), { recursive: true, filter: isNeeded });
  }
  const bundled = productionPackages(packages, "server", (one) => isOfPlatform(one) || isConsole(one));
  const places = new Map(bundled.map((one) => [placeOf(one), one]));
  if (places.size < bundled.length) {
    throw new Error("server/node_modules has another version of a package that other packages of the server need.");
  }
  for (const [place, one] of places) copyPackage(one, join(staged, place));
  const { devDependencies, ...manifest } = readJson(join(root, "server/package.json"));
  const platforms = productionPackages(packages, "server", isConsole).filter(isOfPlatform);
  const published = {
    ...manifest,
    optionalDependencies: Object.fromEntries(platforms.map(({ name, locked }) => [name, locked.version])),
    bundleDependencies: bundled.filter(({ name }) => name in manifest.dependencies).map(({ name }) => name),
  };
  writeFileSync(join(staged, "package.json"), `${JSON.stringify(published, undefined, 2)}\n`);
}

function isConsole({ name }: ProductionPackage): boolean {
  return name === "@weft/console";
}

function placeOf({ path, name }: ProductionPackage): string {
  return path.includes("node_modules/") ? path.replace(/^server\//, "") : join("node_modules", name);
}

function copyPackage({ path, locked }: ProductionPackage, place: string): void {
  const source = join(root, path);
  if (readJson(join(source, "package.json")).version !== locked.version) {
    throw new Error(`${path} is not in the version of package-lock.json: run npm ci.`);
  }
  // The packages in it are copied if they are needed.
  const filter = (file: string) => file !== join(source, "node_modules") && isNeeded(file);
  cpSync(source, place, { recursive: true, filter });
  const manifest = readJson(join(source, "package.json"));
  const replaced = Object.entries(overrides).filter(([name]) => name in (manifest.dependencies ?? {}));
  if (replaced.length > 0) {
    // npm applies overrides of the checkout only, and would add the version that the package asks for.
    const dependencies = { ...manifest.dependencies, ...Object.fromEntries(replaced) };
    writeFileSync(join(place, "package.json"), `${JSON.stringify({ ...manifest, dependencies }, undefined, 2)}\n`);
  }
}

/** Source maps and types double the size, and a running service does not read them. */
function isNeeded(file: string): boolean {
  return !/\.(map|[cm]?ts)$/.test(file);
}

function pack(source: string, folder: string): string {
  const args = ["pack", "--json", "--pack-destination", folder];
  const printed = execFileSync("npm", args, { cwd: source, encoding: "utf8", maxBuffer: 2 ** 26 });
  return join(folder, JSON.parse(printed)[0].filename);
}

function readJson(path: string) {
  return JSON.parse(readFileSync(path, "utf8"));
}

console.log(packAll(resolve(process.argv[2] ?? "packed")).join("\n"));
