// Bundles the command line with all it needs: the package has no dependencies and starts quickly.
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { licensesOf } from "./licenses-of.mjs";

/** Writes cli/dist: main.js, a piece for each command that is loaded when it is used, and the licences of what is inside. */
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
    // Commander and yaml are CommonJS inside and ask for Node's own modules by require.
    banner: {
      js: 'import { createRequire as weftRequire } from "node:module"; const require = weftRequire(import.meta.url);',
    },
    metafile: true,
    logLevel: "warning",
  });
  // Removed only now: a command that runs meanwhile still finds its pieces.
  const made = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
  for (const name of readdirSync(outdir).filter((file) => file.endsWith(".js") && !made.has(file))) {
    rmSync(join(outdir, name));
  }
  writeFileSync(join(outdir, "licenses.txt"), licensesOf(root, Object.keys(metafile.inputs)));
}
