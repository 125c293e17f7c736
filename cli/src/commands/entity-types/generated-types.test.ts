import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateTypes } from "./generate-types.ts";

const client = fileURLToPath(new URL("../../../../client", import.meta.url));

const types = generateTypes({
  optionSets: [
    {
      name: "Season",
      options: [
        { value: "fw", display: "Fall" },
        { value: "ss", display: "Spring" },
      ],
    },
  ],
  entityTypes: [
    {
      typePath: "item",
      label: "Item",
      mode: "open",
      properties: [
        { slug: "msrp", label: "MSRP", propertyType: "number" },
        { slug: "season", label: "Season", propertyType: "choice", optionSet: "Season" },
        { slug: "tags", label: "Tags", propertyType: "multi_select", optionSet: "Season" },
        { slug: "margin", label: "Margin", propertyType: "formula", resultKind: "number" },
        { slug: "mainColorId", label: "Color", propertyType: "object_reference", referenceType: "color" },
        { slug: "trims", label: "Trims", propertyType: "object_ref_list", referenceType: "custom-entity:trim" },
      ],
    },
  ],
});

const heading = `import "./weft-types.ts";
import { type ApiError, type EntityName, type Item, Weft } from "@weft/client";
const { changes, entities, loader } = new Weft();
declare function use(...values: unknown[]): void;
use(changes, loader);
declare const id: string, entityName: EntityName, error: ApiError;
const read = await entities.get({ entityName: "item", id });
export const plain: [Item, EntityName] = [read, entityName];
`;

const mistakes = [
  [
    'await entities.create({ entityName: "item", object: { name: "A", msrp: "abc" } });',
    "Type 'string' is not assignable to type 'number'",
  ],
  [
    'await entities.create({ entityName: "item", object: { name: "A", seson: "fw" } });',
    "'seson' does not exist in type .* Did you mean to write 'season'",
  ],
  ['await entities.create({ entityName: "item", object: { msrp: 1 } });', "Property 'name' is missing"],
  ['await entities.create({ entityName: "item", object: { name: "A", margin: 1 } });', "'margin' does not exist"],
  ['await entities.update({ entityName: "item", id, body: { season: "winter" } });', "Type '\"winter\"' is not"],
  ['await entities.upsert({ entityName: "item", federatedId: "A", body: { msrp: "1" } });', "Type 'string' is not"],
  ['await entities.list({ entityName: "item", criteria: { seson: "fw" } });', "Did you mean to write 'season'"],
  ['await entities.list({ entityName: "item", criteria: { season: "winter" } });', "Type '\"winter\"' is not"],
  [
    'await entities.list({ entityName: "item", criteria: { or: [{ msrp: { gt: "1" } }] } });',
    "Type 'string' is not assignable to type 'number'",
  ],
  ['await entities.list({ entityName: "item", criteria: { msrp: { above: 1 } } });', "'above' does not exist in type"],
  ['await entities.list({ entityName: "item", order: { orderField: "mrsp" } });', "Type '\"mrsp\"' is not"],
  ['await entities.list({ entityName: "item", order: [{ orderField: "mrsp" }] });', "Type '\"mrsp\"' is not"],
  [
    'await entities.list({ entityName: "item", criteria: { "itmFamily.msrp": 1 } });',
    "'\"itmFamily.msrp\"' does not exist",
  ],
  ['await entities.list({ entityName: "item", fields: ["mrsp"] });', "Type '\"mrsp\"' is not"],
  ['await entities.get({ entityName: "item", id, relations: ["mainColr"] });', "Did you mean '\"mainColor\"'"],
  ["read.mrsp;", "Property 'mrsp' does not exist"],
  ["read.mainColor;", "Property 'mainColor' does not exist"],
  ['await entities.batch({ entityName: "item", operations: [{ op: "delete" }] });', "is missing in type"],
  [
    'await entities.batch({ entityName: "item", operations: [{ op: "create", object: { msrp: 1 } }] });',
    "Property 'name' is missing",
  ],
  [
    'await entities.batch({ entityName: "item", operations: [{ op: "update", id, object: { mrsp: 1 } }] });',
    "'mrsp' does not exist",
  ],
  ['for await (const change of changes.poll({ entityType: "item" })) change.propertyDiffs.seson;', "'seson'"],
  ['error.code === "not-fuond";', "have no overlap"],
  ['await entities.get({ entityName: "color", id }).then((color) => color.hexx);', "Did you mean 'hex'"],
] as const;

const right = `
const related = await entities.get({ entityName: "item", id, relations: ["mainColor", "trims", "itemFamily", "createdBy"] });
const red: number | undefined = related.mainColor?.red;
const trim: string | undefined = related.trimsObject?.[0]?.id;
const msrp: number | undefined = related.itemFamily?.msrp;
const actor: string | undefined = related.createdBy?.name;
const item: Item = related;
const { results } = await entities.list({
  entityName: "item",
  relations: "mainColor",
  criteria: { role: "family", "itemFamily.msrp": { gt: 1 }, and: [{ msrp: 1 }], or: [{ msrp: { gte: 3 } }, { season: ["fw", null] }], msrp: "BETWEEN 1 and 3", tags: "fw", name: { startsWith: "A" } },
  order: [{ orderField: "margin", order: "desc" }, { orderField: "name" }],
  fields: ["msrp", "name", "mainColor"],
});
const hex: string | undefined = results[0]?.mainColor?.hex;
await entities.update({ entityName: "item", federatedId: "A", body: { ...related, msrp: null } });
await entities.update({ entityName: "item", id, body: related });
await entities.create({
  entityName: "item",
  object: { name: "A", mainColorId: { federatedId: "red" }, trims: ["1", { federatedId: "T" }], itemFamily: { federatedId: "S" } },
});
await entities.create({ entityName: "workspace", object: { project: { federatedId: "P" } } });
const operations = [1, 2].map((msrp) => ({ op: "upsert" as const, federatedId: String(msrp), object: { msrp } }));
await entities.batch({ entityName: "item", operations: [...operations, { op: "delete", federatedId: "A" }] });
const shaped: { custom: number } = await entities.get<{ custom: number }>({ entityName: "item", id, relations: ["any"] });
const variable = { name: "A", undefinedProperty: 1 };
await entities.create({ entityName: "item", object: variable });
await entities.list({ entityName, criteria: { any: 1 }, fields: "any" });
for await (const one of entities.all({ entityName: "item", criteria: "~(msrp~1)" })) one.margin?.toFixed();
for await (const { propertyDiffs } of changes.poll({ entityType: "item" })) {
  const next: number | null | undefined = propertyDiffs.msrp?.newValue;
  const season: "fw" | "ss" | null | undefined = propertyDiffs.season?.oldValue;
  use(next, season);
}
for await (const { propertyDiffs, entityType } of changes.poll()) use(propertyDiffs["any"]?.newValue, entityType);
const config = { loadType: ["ITEM"], onRowError: "skip", propertiesToRemove: ["a"], federatedMappings: { name: "a" } };
await loader.run({ config, file: "a" });
await loader.run({ config: { loadType: ["ITEM"], conditionalColumns: [] } as const });
const isMissing = error.code === "not-found" || error.code === "unreachable";
export { red, trim, msrp, actor, item, hex, shaped, isMissing };
`;

let folder: string;
const errors = new Map<string, string[]>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-generated-"));
  mkdirSync(join(folder, "node_modules/@weft"), { recursive: true });
  symlinkSync(client, join(folder, "node_modules/@weft/client"));
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  writeFileSync(join(folder, "weft-types.ts"), types);
  writeFileSync(join(folder, "wrong.ts"), heading + mistakes.map(([code]) => `${code}\n`).join(""));
  writeFileSync(join(folder, "right.ts"), heading + right);
  compile();
  // The compiler takes seconds, and on a busy machine more than a minute.
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The errors of each line of the programs. */
function compile(): void {
  const program = ts.createProgram(
    ["wrong.ts", "right.ts"].map((name) => join(folder, name)),
    {
      ...{ strict: true, noEmit: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      ...{ noUnusedLocals: true, skipLibCheck: true, allowImportingTsExtensions: true, types: [] },
      ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, customConditions: ["source"] },
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.asynciterable.d.ts"],
    },
  );
  for (const { file, start = 0, messageText } of ts.getPreEmitDiagnostics(program)) {
    const line = file?.text.slice(0, start).split("\n").length ?? 0;
    const code = file?.text.split("\n")[line - 1] ?? "";
    errors.set(code, [...(errors.get(code) ?? []), ts.flattenDiagnosticMessageText(messageText, "\n")]);
  }
}

describe("with generated types", () => {
  test.each(mistakes)("%s does not compile", (code, message) => {
    expect(errors.get(code)).toEqual([expect.stringMatching(new RegExp(message))]);
  });

  test("right programs compile, and no error is about overloads", () => {
    const expected = new Set<string>(mistakes.map(([code]) => code));

    expect([...errors].filter(([code]) => !expected.has(code))).toEqual([]);
    expect([...errors.values()].flat().filter((message) => message.includes("Overload"))).toEqual([]);
  });
});
