// Bundles the CLI with its dependencies: the package has none and starts quickly.
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { licensesOf } from "./licenses-of.mjs";

/** Writes cli/dist: main.js, a chunk for each command that is loaded on use, and the licences of bundled packages. */
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
    chunkNames: "[name]-[hash]",
    // Commander and yaml are CommonJS and load Node's modules by require.
    banner: {
      js: 'import { createRequire as weftRequire } from "node:module"; const require = weftRequire(import.meta.url);',
    },
    metafile: true,
    logLevel: "warning",
  });
  // Removed only now: a running command still finds its chunks.
  const made = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
  for (const name of readdirSync(outdir).filter((file) => file.endsWith(".js") && !made.has(file))) {
    rmSync(join(outdir, name));
  }
  writeFileSync(join(outdir, "licenses.txt"), licensesOf(root, Object.keys(metafile.inputs)));
}
