// Builds the console into console/dist, and packs its files once instead of for each answer.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";

const packable = /\.(css|js|svg)$/;

export async function bundleConsole(root, outDir = join(root, "console/dist")) {
  await build({
    configFile: join(root, "console/vite.config.ts"),
    logLevel: "warn",
    build: { outDir, emptyOutDir: true },
  });
  const folder = join(outDir, "assets");
  for (const name of readdirSync(folder).filter((file) => packable.test(file))) {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  }
}

if (process.argv[1] === import.meta.filename) {
  await bundleConsole(join(import.meta.dirname, ".."), process.argv[2]);
}
