import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildOpenApi, errorCodes, operations, type RecordedExample } from "@weft/contract";
import { settingsTable } from "../server/src/config/settings.ts";
import {
  type ApiDocument,
  errorCodeType,
  kindTable,
  operationTable,
  operationTypes,
  schemaTypes,
} from "./client-types.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const isComparing = process.argv.includes("--compare");

const contractManifest: { version: string } = JSON.parse(readFileSync(join(root, "contract/package.json"), "utf8"));

const document = buildOpenApi(operations, { version: contractManifest.version, examples: readExamples() });
const api: ApiDocument = JSON.parse(JSON.stringify(document));

/** Each generated file, with its content. */
const files: readonly [string, string][] = [
  ["contract/openapi.json", `${JSON.stringify(document, undefined, 2)}\n`],
  ["docs/configuration.md", settingsTable()],
  ["client/src/contract/schemas.ts", schemaTypes(api)],
  ["client/src/contract/operation-types.ts", operationTypes(api, operations)],
  ["client/src/contract/operation-table.ts", operationTable(operations)],
  ["client/src/contract/error-codes.ts", errorCodeType(errorCodes)],
  ["client/src/contract/kind-table.ts", kindTable(operations)],
  ["client/src/contract/version.ts", `export const clientVersion = "${contractManifest.version}";\n`],
];

const differing = files.filter(([path, content]) => read(path) !== content);
if (isComparing) {
  for (const [path] of differing) {
    console.error(`${path} is out of date: run npm run generate and commit it.`);
  }
  process.exitCode = differing.length > 0 ? 1 : 0;
} else {
  for (const [path, content] of differing) {
    writeFileSync(join(root, path), content);
    console.log(`Wrote ${path}.`);
  }
}

function readExamples(): Map<string, readonly RecordedExample[]> {
  const folder = join(root, "contract/examples");
  return new Map(
    readdirSync(folder)
      .sort()
      .map((name) => {
        const file: { operation: string; pairs: RecordedExample[] } = JSON.parse(
          readFileSync(join(folder, name), "utf8"),
        );
        return [file.operation, file.pairs];
      }),
  );
}

function read(path: string): string {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return "";
  }
}
