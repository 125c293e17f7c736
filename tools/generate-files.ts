import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { buildOpenApi, errorCodes, operations, type RecordedExample } from "@weft/contract";
import { settingsTable } from "../server/src/config/settings.ts";
import { chartSchema } from "./chart-schema.ts";
import {
  type ApiDocument,
  errorCodeType,
  kindParameters,
  kindTable,
  operationTable,
  operationTypes,
  schemaTypes,
} from "./client-types.ts";
import { collectionFiles, collectionFolder } from "./collection.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const isComparing = process.argv.includes("--compare");

const contractManifest: { version: string } = JSON.parse(readFileSync(join(root, "contract/package.json"), "utf8"));

const examples = readExamples();
const document = buildOpenApi(operations, { version: contractManifest.version, examples });
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
  ["client/src/contract/kind-parameters.ts", kindParameters(api, operations)],
  ["client/src/contract/version.ts", `export const clientVersion = "${contractManifest.version}";\n`],
  ...collectionFiles(operations, examples),
  ["deploy/helm/weft/values.schema.json", chartSchema()],
  // A chart can read only files that are in it.
  ["deploy/helm/weft/files/alerts.yaml", read("deploy/prometheus/alerts.yaml")],
  ["deploy/helm/weft/files/dashboard.json", read("deploy/grafana/weft.json")],
];

const differing = files.filter(([path, content]) => read(path) !== content);
const made = new Set(files.map(([path]) => path));
const left = filesBelow(collectionFolder).filter((path) => !made.has(path));
if (isComparing) {
  for (const path of [...differing.map(([differs]) => differs), ...left]) {
    console.error(`${path} is out of date: run npm run generate and commit it.`);
  }
  process.exitCode = differing.length + left.length > 0 ? 1 : 0;
} else {
  for (const [path, content] of differing) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    console.log(`Wrote ${path}.`);
  }
  for (const path of left) {
    rmSync(join(root, path));
    console.log(`Removed ${path}.`);
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
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
