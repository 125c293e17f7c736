// Builds every workspace into its dist folder. With --if-stale, only if a source is newer than the last build. With
// --for-release, also if the last build is of another commit.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readCommit } from "./build-commit.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const commit = readCommit(root) ?? "";
const packages = ["contract", "client", "server", "cli", "console"];
const marker = join(root, "cli/dist/.built");
// The sources and tools of the guides, in addition to those of the packages.
const guideSources = [
  ...["docs", "tools", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...["client/README.md", "clients/java/README.md", "bench/README.md", "bench/RESULTS.md"],
];
const guides = join(root, "server/dist/docs/guides.json");

function newestSource(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) {
    return stats.mtimeMs;
  }
  return readdirSync(path)
    .filter((name) => name !== "dist" && name !== "node_modules")
    .map((name) => newestSource(join(path, name)))
    .reduce((newest, time) => Math.max(newest, time), 0);
}

function isStale(sources, built) {
  const time = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.some((name) => newestSource(join(root, name)) > time);
}

function isNeeded(options) {
  const isStaleBuild = isStale([...packages, "deploy/weft.service"], marker);
  return options.includes("--for-release")
    ? isStaleBuild || readFileSync(marker, "utf8") !== commit
    : isStaleBuild || !options.includes("--if-stale");
}

const isBuilding = isNeeded(process.argv);
if (isBuilding) {
  const began = Date.now();
  rmSync(marker, { force: true });
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [tsc, "--build", root], { stdio: "inherit" });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
  // The packages are of ES modules, except for this folder.
  for (const name of ["contract", "client"]) {
    writeFileSync(join(root, name, "dist/cjs/package.json"), '{"type": "commonjs"}\n');
  }
  const { bundleCli } = await import("./bundle-cli.mjs");
  const { bundleConsole } = await import("./bundle-console.mjs");
  const { bundleServer } = await import("./bundle-server.mjs");
  const { copyApiPage } = await import("./copy-api-page.mjs");
  const { writeSbom } = await import("./make-sbom.mjs");
  const [inServer, inCli, inConsole] = await Promise.all([
    bundleServer(root),
    bundleCli(root),
    bundleConsole(root),
    copyApiPage(root),
  ]);
  const inApiPage = ["node_modules/@scalar/fastify-api-reference"];
  writeSbom(root, { server: [...inServer, ...inApiPage], cli: inCli, console: inConsole });
  writeFileSync(marker, commit);
  // Changes during the build may not be included.
  utimesSync(marker, began / 1000, began / 1000);
  console.log(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}
// Separately: a change in a guide does not require building the rest.
if (isBuilding || isStale(guideSources, guides)) {
  const { tsImport } = await import("tsx/esm/api");
  const { renderGuides } = await tsImport("./render-guides.ts", import.meta.url);
  // The tests reject broken links; the product works without them.
  for (const error of renderGuides(root)) {
    console.warn(error);
  }
}
