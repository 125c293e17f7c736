// Bundles the CLI with its dependencies: the package has none and starts quickly.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { defineCommit } from "./build-commit.mjs";
import { licensesOf, packagesOf } from "./licenses-of.mjs";
import { removeOthers } from "./remove-others.mjs";

/**
 * Writes cli/dist: main.js, a chunk for each command that is loaded on use, and the licenses of bundled packages. Returns
 * these packages.
 */
export async function bundleCli(root) {
  const outdir = join(root, "cli/dist");
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["cli/src/main.ts"],
    outdir: "cli/dist",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    conditions: ["source"],
    define: defineCommit(root),
    chunkNames: "[name]-[hash]",
    // Commander and yaml are CommonJS and load Node's modules by require.
    banner: {
      js: 'import { createRequire as weftRequire } from "node:module"; const require = weftRequire(import.meta.url);',
    },
    metafile: true,
    logLevel: "warning",
  });
  removeOthers(outdir, metafile, ["licenses.txt", ".built"]);
  const packages = packagesOf(Object.keys(metafile.inputs));
  writeFileSync(join(outdir, "licenses.txt"), licensesOf(root, packages));
  return packages;
}
