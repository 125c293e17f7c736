// Bundles the server, whose hundreds of files take three times as long to load one by one. Its dependencies stay packages.
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { defineCommit } from "./build-commit.mjs";
import { packagesOf } from "./licenses-of.mjs";
import { removeOthers } from "./remove-others.mjs";

/**
 * Writes server/dist: main.js, one entry for each kind of thread and the picture process, the chunks that they share, and
 * the unit that weft admin install-service installs. Returns the packages in them.
 */
export async function bundleServer(root) {
  const { dependencies } = JSON.parse(readFileSync(join(root, "server/package.json"), "utf8"));
  const { metafile } = await build({
    absWorkingDir: root,
    // Flat: a thread or a process is started from the file beside the chunk that starts it.
    entryPoints: {
      main: "server/src/main.ts",
      "load-thread": "server/src/load-thread.ts",
      "script-thread": "server/src/platform/scripts/sandbox/script-thread.ts",
      "expression-thread": "server/src/platform/expressions/offload/expression-thread.ts",
      "picture-process": "server/src/files/pictures/picture-process.ts",
    },
    outdir: "server/dist",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    conditions: ["source"],
    define: defineCommit(root),
    external: Object.keys(dependencies).filter((name) => name !== "@weft/contract"),
    chunkNames: "[name]-[hash]",
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: "warning",
  });
  removeOthers(join(root, "server/dist"), metafile, ["docs", "api-page", "weft.service"]);
  copyFileSync(join(root, "deploy/weft.service"), join(root, "server/dist/weft.service"));
  return packagesOf(Object.keys(metafile.inputs));
}
