import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildOpenApi, operations } from "@weft/contract";
import { settingsTable } from "../server/src/settings-table.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const isComparing = process.argv.includes("--compare");

const contractManifest: { version: string } = JSON.parse(readFileSync(join(root, "contract/package.json"), "utf8"));

/** Each file that is made from code, with its content. */
const files: readonly [string, string][] = [
  ["contract/openapi.json", `${JSON.stringify(buildOpenApi(operations, contractManifest.version), undefined, 2)}\n`],
  ["docs/configuration.md", settingsTable()],
];

const differing = files.filter(([path, content]) => read(path) !== content);
if (isComparing) {
  for (const [path] of differing) {
    console.error(`${path} is not what the code says: run npm run generate and commit it.`);
  }
  process.exitCode = differing.length > 0 ? 1 : 0;
} else {
  for (const [path, content] of differing) {
    writeFileSync(join(root, path), content);
    console.log(`Wrote ${path}.`);
  }
}

function read(path: string): string {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return "";
  }
}
