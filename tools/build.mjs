// Builds every workspace into its dist folder. With --if-stale, only when a source is newer than the last build.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const packages = ["contract", "client", "server", "cli", "console"];
const marker = join(root, "cli/dist/.built");

function newestSource(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "dist" && name !== "node_modules")
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? newestSource(path) : statSync(path).mtimeMs;
    })
    .reduce((newest, time) => Math.max(newest, time), 0);
}

function isStale() {
  const built = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return packages.some((name) => newestSource(join(root, name)) > built);
}

if (!process.argv.includes("--if-stale") || isStale()) {
  const began = Date.now();
  rmSync(marker, { force: true });
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [tsc, "--build", root], { stdio: "inherit" });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
  const { bundleCli } = await import("./bundle-cli.mjs");
  const { bundleConsole } = await import("./bundle-console.mjs");
  await Promise.all([bundleCli(root), bundleConsole(root)]);
  writeFileSync(marker, "");
  // What was changed while it was built may not be in it.
  utimesSync(marker, began / 1000, began / 1000);
  console.log(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}
