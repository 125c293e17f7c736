import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { unlessMissing } from "../platform/error-code.ts";

/** The built console: its page, and the page's files, whose names change with their content. */
export interface ConsoleFiles {
  readonly page: string;
  readonly assets: ReadonlyMap<string, ConsoleAsset>;
}

export interface ConsoleAsset {
  readonly type: string;
  /** By content encoding. The uncompressed file, identity, is missing until needed if there is a compressed one. */
  readonly bytes: Partial<Record<ContentEncoding, Buffer>>;
}

export type ContentEncoding = "br" | "gzip" | "identity";

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};
const encodings: Readonly<Record<string, ContentEncoding>> = { ".br": "br", ".gz": "gzip" };

/** The build's output folder; a test may build elsewhere. */
export function builtConsole(): string {
  return join(dirname(createRequire(import.meta.url).resolve("@weft/console/package.json")), "dist");
}

/**
 * Everything is held in memory (1 to 2 MB), so no URL can name another file on disk, and a new build replaces none of
 * them while the node runs. Undefined without a build.
 */
export async function readConsoleFiles(folder: string): Promise<ConsoleFiles | undefined> {
  const page = await readFile(join(folder, "index.html"), "utf8").catch(unlessMissing);
  if (page === undefined) {
    return undefined;
  }
  const assets = new Map<string, ConsoleAsset>();
  const names = await readdir(join(folder, "assets"));
  for (const name of names.filter((file) => !names.includes(`${file}.gz`))) {
    const encoding = encodings[extname(name)] ?? "identity";
    const plainName = encoding === "identity" ? name : name.slice(0, -extname(name).length);
    const type = contentTypes[extname(plainName)] ?? "application/octet-stream";
    const bytes = await readFile(join(folder, "assets", name));
    assets.set(plainName, { type, bytes: { ...assets.get(plainName)?.bytes, [encoding]: bytes } });
  }
  return { page, assets };
}
