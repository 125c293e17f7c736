import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import { shareTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { runWeft, type WeftRun } from "../testing/run-weft.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface House {
  readonly headers: Record<string, string>;
  readonly env: Record<string, string>;
}

let service: TestService;
let folder: string;
let house: House;

beforeAll(async () => {
  service = await shareTestService();
  folder = await mkdtemp(join(tmpdir(), "weft-types-"));
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  house = await buildHouse();
});

/** A separate organization, with an administrator key. */
async function buildHouse(): Promise<House> {
  const org = await buildOrg(service);
  const { apiKey, headers } = await buildKey(service, org);
  return { headers, env: { WEFT_API_KEY: apiKey, WEFT_ORG: org.slug, WEFT_BASE_URL: `${service.address}/api` } };
}

function weft(args: readonly string[], { env }: House = house, input?: string): Promise<WeftRun> {
  return runWeft(args, { env, cwd: folder, ...(input === undefined ? {} : { input }) });
}

async function call(method: string, path: string, body?: object, { headers }: House = house) {
  return service.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
}

function property(slug: string, label: string, propertyType: string, more: object = {}): object {
  return { slug, label, propertyType, ...more };
}

/** All sorts of types: two that refer to each other, a set with a key and one without, an undefined type. */
async function describeFashion(): Promise<void> {
  const seasons = await call("POST", "/option-sets", {
    name: "Seasons",
    federatedId: "seasons",
    options: [
      { value: "FW26", display: "Fall/Winter 26" },
      { value: "no", display: "None" },
    ],
  });
  const regions = await call("POST", "/option-sets", {
    name: "Regions",
    options: [{ value: "EMEA", display: "EMEA" }],
  });
  await call("POST", "/entity-types", { typePath: "custom-entity:supplier", label: "Supplier" });
  await call("POST", "/entity-types", {
    typePath: "item:product",
    label: "Product",
    properties: [
      property("season", "Season", "choice", { optionSetId: seasons.body.id, level: "family", default: "no" }),
      property("regions", "Regions", "multi_select", { optionSetId: regions.body.id, level: "option" }),
      property("supplier", "Supplier", "object_reference", { referenceType: "custom-entity:supplier" }),
      property("price", "Price", "currency", { currency: "EUR", level: "option", required: true, min: 0 }),
      property("look-book", "Look book", "url"),
      property("gross", "Gross", "formula", { expression: "{price} * 1.19", resultKind: "number" }),
    ],
  });
  await call("PUT", "/entity-types/custom-entity:supplier", {
    properties: [property("bestseller", "Bestseller", "object_reference", { referenceType: "item:product" })],
  });
  await call("POST", "/entity-types", { typePath: "item:product:shoe", label: "Shoe", mode: "strict" });
  await call("POST", "/items", { name: "Lamp", typePath: "item:lamp" });
}

describe("types are exported and imported", () => {
  test("into a new organization, whose export is then equal, and a second import changes nothing", async () => {
    await describeFashion();
    const other = await buildHouse();

    const exported = await weft(["types", "export", "--output", "types.yaml"]);
    const imported = await weft(["types", "import", "types.yaml"], other);
    const { body: log } = await call("GET", "/change-history", undefined, other);
    const again = await weft(["types", "import", "types.yaml", "--json"], other);
    const { body: logAfter } = await call("GET", "/change-history", undefined, other);
    const back = await weft(["types", "export"], other);

    expect(exported).toMatchObject({ code: 0, stdout: "" });
    expect(imported.stderr).toBe("");
    expect(imported.stdout).toMatch(/^\+ option set Regions: 1 option$[\s\S]*^\+ type item:product:shoe/m);
    expect(JSON.parse(again.stdout)).toEqual({ isDryRun: false, steps: [], unchanged: 5, kept: [] });
    expect(logAfter.results).toEqual(log.results);
    expect(back.stdout).toBe(await readFile(join(folder, "types.yaml"), "utf8"));
    expect(back.stdout).not.toMatch(/lamp|version|createdOn/);
  });

  test("as JSON through a pipe as well", async () => {
    await describeFashion();
    const other = await buildHouse();

    const { stdout } = await weft(["types", "export", "--format", "json"]);
    const imported = await weft(["types", "import", "-", "--json"], other, stdout);
    const back = await weft(["types", "export", "--json"], other);

    expect(imported.code).toBe(0);
    expect(back.stdout).toBe(stdout);
    expect(JSON.parse(stdout).entityTypes).toHaveLength(3);
  });

  test("a dry run shows the plan and changes nothing, also if the file has fewer types", async () => {
    await call("POST", "/entity-types", { typePath: "item:hat", properties: [property("brim", "Brim", "number")] });
    const file = { weftTypes: 1, entityTypes: [{ typePath: "item:shoe", label: "Shoe" }] };
    await writeFile(join(folder, "less.json"), JSON.stringify(file));

    const kept = await weft(["types", "import", "less.json", "--dry-run"]);
    const deleting = await weft(["types", "import", "less.json", "--dry-run", "--delete-others"]);
    const after = await weft(["types", "export"]);
    await weft(["types", "import", "less.json", "--prune"]);
    const deleted = await weft(["types", "export", "--json"]);

    expect(kept.stdout).toBe(
      [
        "+ type item:shoe: 0 properties",
        "1 step; 0 unchanged.",
        "Not in the file, kept: type item:hat",
        "Use --prune to delete them.",
        "Nothing was changed: this was a dry run.",
        "",
      ].join("\n"),
    );
    expect(deleting.stdout).toMatch(/^- type item:hat$/m);
    expect(after.stdout).toContain("item:hat");
    expect(JSON.parse(deleted.stdout)).toEqual({
      ...file,
      optionSets: [],
      entityTypes: [{ ...file.entityTypes[0], mode: "open", properties: [] }],
    });
  });

  test("steps that the service would reject are reported with counts before anything is changed", async () => {
    const first = await call("POST", "/items", { name: "Boot", weight: "heavy" });
    await call("POST", "/items", { name: "Shoe", weight: "light" });
    const weight = { slug: "weight", label: "Weight", propertyType: "number" };
    const file = {
      weftTypes: 1,
      optionSets: [{ name: "New", options: [] }],
      entityTypes: [{ typePath: "item", label: "Item", properties: [weight] }],
    };
    await writeFile(join(folder, "heavy.json"), JSON.stringify(file));

    const refused = await weft(["types", "import", "heavy.json"]);
    const untouched = await weft(["types", "export", "--json"]);
    const forced = await weft(["types", "import", "heavy.json", "--force"]);

    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain(
      "type item was rejected: 2 stored entities would become invalid because of weight (2)",
    );
    expect(refused.stderr).toContain(`for example ${first.body.id}`);
    expect(refused.stderr).toMatch(/Nothing was changed\.\n +Fix the invalid entities, or accept them with --force\./);
    expect(JSON.parse(untouched.stdout).optionSets).toEqual([]);
    expect(forced.code).toBe(0);
  });

  test("a rejected dependent step reports the completed steps, and the import can be run again", async () => {
    const { body: item } = await call("POST", "/items", { name: "Boot", shade: "rot" });
    const shade = { slug: "shade", label: "Shade", propertyType: "choice", optionSet: "Shades" };
    const file = {
      weftTypes: 1,
      optionSets: [{ name: "Shades", options: [{ value: "red", display: "Red" }] }],
      entityTypes: [{ typePath: "item", label: "Item", properties: [shade] }],
    };
    await writeFile(join(folder, "shades.json"), JSON.stringify(file));

    const refused = await weft(["types", "import", "shades.json"]);
    await call("PUT", `/items/${item.id}`, { shade: "red" });
    const again = await weft(["types", "import", "shades.json"]);

    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain("1 stored entity would become invalid because of shade (1)");
    expect(refused.stderr).toContain("1 of 2 steps were completed before the error.");
    expect(again.stdout).toBe("~ type item: adds shade\n1 step; 1 unchanged.\nDone.\n");
  });

  test("a property moves to the parent type", async () => {
    const heel = property("heel", "Heel", "number");
    await call("POST", "/entity-types", { typePath: "item:shoe", label: "Shoe", properties: [heel] });
    await call("POST", "/items", { name: "Boot", typePath: "item:shoe", heel: 5 });
    const file = {
      weftTypes: 1,
      entityTypes: [
        { typePath: "item", label: "Item", properties: [heel] },
        { typePath: "item:shoe", label: "Shoe" },
      ],
    };
    await writeFile(join(folder, "moved.json"), JSON.stringify(file));

    const moved = await weft(["types", "import", "moved.json", "--delete-others"]);
    const { body: item } = await call("GET", "/entity-types/item");

    expect(moved).toMatchObject({ code: 0, stderr: "" });
    expect(item.properties).toMatchObject([{ slug: "heel", propertyType: "number" }]);
  });

  test("an invalid file exits with 2, and missing permissions with 4", async () => {
    await writeFile(join(folder, "bad.yaml"), "weftTypes: 1\nentityTypes: [{typePath: item}]\n");
    const reader = await buildKey(service, await buildOrg(service, "readers"), { preset: "read-only" });
    const env = { ...house.env, WEFT_API_KEY: reader.apiKey, WEFT_ORG: "readers" };
    const file = '{"weftTypes": 1, "optionSets": [{"name": "Sizes"}]}';

    const bad = await weft(["types", "import", "bad.yaml"]);
    const forbidden = await weft(["types", "import", "-"], { ...house, env }, file);

    expect(bad.code).toBe(2);
    expect(bad.stderr).toContain("bad.yaml: entityTypes/0/label is missing.");
    expect(forbidden.code).toBe(4);
  });
});

describe("types are generated", () => {
  const use = `
import { entities, Weft, type EntityOf } from "@weft/client";
import type { ItemProductShoeProperties, PropertiesByTypePath, SeasonsOption } from "./weft-types.ts";

const item = await entities.get({ entityName: "item", id: "x" });
const season: SeasonsOption | undefined = item.season;
const known: "FW26" | "no" | undefined = season;
const link: string | undefined = item["look-book"];
const gross: number | undefined = item.gross;
const { results: [supplier] } = await new Weft().entities.list({ entityName: "custom-entity" });
const bestseller: string | undefined = supplier?.bestseller;
const shoe = await entities.get<EntityOf<"item"> & ItemProductShoeProperties>({ entityName: "item", id: "x" });
const regions: "EMEA"[] | undefined = shoe.regions;
const price: PropertiesByTypePath["item:product"]["price"] = shoe.price;
export const all = [known, link, gross, bestseller, regions, price];
`;

  /** Returns the output of the compiler. */
  async function compile(programs: Readonly<Record<string, string>>): Promise<string> {
    for (const [name, text] of Object.entries(programs)) {
      await writeFile(join(folder, "program", name), text);
    }
    const compilerOptions = {
      ...{ strict: true, noEmit: true, module: "nodenext", target: "es2023", lib: ["es2023", "dom"], types: [] },
      ...{ allowImportingTsExtensions: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      skipDefaultLibCheck: true,
    };
    const files = Object.keys(programs);
    await writeFile(join(folder, "program/tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const run = { cwd: join(folder, "program"), encoding: "utf8" } as const;
    return spawnSync(process.execPath, [tsc, "-p", ".", "--pretty", "false"], run).stdout;
  }

  test("they compile with the packed client, the client's results have them, and a wrong use is a compile error", async () => {
    await describeFashion();
    const packed = join(folder, "program/node_modules/@weft/client");
    await mkdir(packed, { recursive: true });
    const [{ filename }] = JSON.parse(
      execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
        cwd: join(root, "client"),
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );
    execFileSync("tar", ["-xzf", join(folder, filename), "-C", packed, "--strip-components=1"]);
    await writeFile(join(folder, "program/package.json"), '{"type": "module"}');

    const generated = await weft(["types", "generate", "--output", "program/weft-types.ts"]);
    const again = await weft(["types", "generate"]);
    const wrong = use.replace("gross: number", "gross: string");
    const errors = await compile({ "right.ts": use, "wrong.ts": wrong });

    expect(generated).toMatchObject({ code: 0, stdout: "" });
    expect(again.stdout).toBe(await readFile(join(folder, "program/weft-types.ts"), "utf8"));
    expect(errors).toMatch(/^wrong\.ts\(\d+,\d+\): error TS2322: [^\n]*\n {2}[^\n]*\n$/);
  });
});
