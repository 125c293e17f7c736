// Copies the script of the API page out of its package, so that an installation needs neither the package nor those that
// it depends on. The script has its license in it, and beside it. Only compressed: it is 4 MB.
import { copyFileSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const scriptPath = "/js/scalar.js";

/** Writes server/dist/api-page, unless it has the script of this version of the package already. */
export async function copyApiPage(root) {
  const source = createRequire(import.meta.url).resolve("@scalar/fastify-api-reference");
  const folder = join(root, "server/dist/api-page");
  const script = join(folder, "scalar.js");
  const copied = statSync(`${script}.br`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (copied > statSync(source).ctimeMs) {
    return;
  }
  const [{ default: Fastify }, { default: scalar }] = await Promise.all([
    import("fastify"),
    import("@scalar/fastify-api-reference"),
  ]);
  const app = Fastify();
  await app.register(scalar, { routePrefix: "/", configuration: { content: { openapi: "3.1.0" } } });
  const { statusCode, rawPayload } = await app.inject(scriptPath);
  if (statusCode !== 200) {
    throw new Error(`The package of the API page has no script at ${scriptPath}.`);
  }
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(dirname(source), "../LICENSE"), join(folder, "LICENSE"));
  writeFileSync(`${script}.gz`, gzipSync(rawPayload, { level: 9 }));
  writeFileSync(`${script}.br`, brotliCompressSync(rawPayload, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}
