// Builds the console into console/dist, and compresses its files once instead of for each response.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import { licensesOf, packagesOf } from "./licenses-of.mjs";

const packable = /\.(css|js|svg|txt)$/;

/** Returns the packages that the console contains. */
export async function bundleConsole(root, outDir = join(root, "console/dist")) {
  // Tests, which build what is stale, would otherwise get the development version of React: half as fast, a third larger.
  process.env.NODE_ENV = "production";
  const { output } = await build({
    configFile: join(root, "console/vite.config.ts"),
    logLevel: "warn",
    build: { outDir, emptyOutDir: true },
  });
  const folder = join(outDir, "assets");
  const packages = packagesOf(sourcesOf(root, output));
  addLicenses(outDir, licensesOf(root, packages));
  for (const name of readdirSync(folder).filter((file) => packable.test(file))) {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  }
  return packages;
}

/** Named by its hash like all files beside it, and linked by the page, whose scripts contain the code. */
function addLicenses(outDir, text) {
  const name = `licenses-${createHash("sha256").update(text).digest("hex").slice(0, 8)}.txt`;
  writeFileSync(join(outDir, "assets", name), text);
  const page = join(outDir, "index.html");
  const link = `<link rel="license" href="/assets/${name}" />`;
  writeFileSync(page, readFileSync(page, "utf8").replace("</head>", `  ${link}\n  </head>`));
}

/** Relative to the root. Styles come from scripts that import them, and fonts from styles. */
function sourcesOf(root, output) {
  const modules = output.flatMap((piece) => (piece.type === "chunk" ? piece.moduleIds : []));
  return modules.map((id) => relative(root, id.replace(/^\0/, "").replace(/\?.*$/, "")));
}

if (process.argv[1] === import.meta.filename) {
  await bundleConsole(join(import.meta.dirname, ".."), process.argv[2]);
}
