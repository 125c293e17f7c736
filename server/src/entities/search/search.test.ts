import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import type { BuiltKey } from "../../testing/builders.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { buildEntityWorld, type EntityWorld } from "../testing/entity-world.ts";
import { refreshTermsJob } from "./refresh-terms.ts";

let service: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildEntityWorld(service);
});

async function find(q: string, { key, kind = "items" }: { key?: BuiltKey; kind?: string } = {}): Promise<string[]> {
  const path = `/${kind}?q=${encodeURIComponent(q)}`;
  const { status, body } = await world.call("GET", path, key === undefined ? {} : { key });
  expect(status).toBe(200);
  return body.results.map(({ name, optionName }: { name: string; optionName?: string }) => optionName ?? name);
}

async function defineItems(properties: readonly { slug: string; [name: string]: unknown }[]): Promise<void> {
  const labeled = properties.map((property) => ({ label: property.slug, ...property }));
  const { status } = await world.call("PUT", "/entity-types/item", { body: { properties: labeled } });
  expect(status).toBe(200);
}

describe("the words of an entity", () => {
  const texts = [
    { slug: "note", propertyType: "text", searchable: true },
    { slug: "memo", propertyType: "text" },
    { slug: "weight", propertyType: "number", searchable: true },
  ];

  beforeEach(async () => {
    await defineItems(texts);
    await world.create("items", { name: "Trench coat", federatedId: "AW24-001", note: "Crème, water-resistant" });
    await world.create("items", { name: "Rain jacket", federatedId: "AW24-002", memo: "trench", weight: 77 });
    await world.create("items", { name: "風衣外套" });
  });

  test.each<[string, string[]]>([
    ["trench", ["Trench coat"]],
    ["coat trench", ["Trench coat"]],
    ["TREN co", ["Trench coat"]],
    ["ench", []],
    ["trench jacket", []],
    ["creme", ["Trench coat"]],
    ["CRÈME trench", ["Trench coat"]],
    ["water resistant", ["Trench coat"]],
    ["water-resistant", ["Trench coat"]],
    ["aw24", ["Trench coat", "Rain jacket"]],
    ["aw24-002", ["Rain jacket"]],
    ["002", ["Rain jacket"]],
    ["77", []],
    ["衣外", ["風衣外套"]],
    ["&", []],
    ["trench' | 'rain", []],
    ["trench:*", ["Trench coat"]],
    [" ", ["Trench coat", "Rain jacket", "風衣外套"]],
  ])("%j finds %j", async (q, names) => {
    expect(await find(q)).toEqual(names);
  });

  test("are counted", async () => {
    expect((await world.call("GET", "/items?q=aw24&limit=1&includeTotal=true")).body.total).toBe(2);
  });

  test("are those of its latest version", async () => {
    const { body } = await world.call("GET", "/items?q=trench");
    await world.call("PUT", `/items/${body.results[0].id}`, { body: { name: "Duffle coat", note: null } });

    expect(await find("trench")).toEqual([]);
    expect(await find("creme")).toEqual([]);
    expect(await find("duffle")).toEqual(["Duffle coat"]);
  });

  test("of other organizations are not found", async () => {
    world = await buildEntityWorld(service);
    await world.create("items", { name: "Trench of another" });

    expect(await find("trench")).toEqual(["Trench of another"]);
  });

  test("include identifiers, and of a custom entity the last part of its federatedId", async () => {
    await world.create("projects", { name: "Autumn", identifier: "fall-26" });
    await world.create("custom-entities", { name: "Zip", typePath: "custom-entity:trim", federatedId: "YKK-5" });

    expect(await find("fall", { kind: "projects" })).toEqual(["Autumn"]);
    expect(await find("ykk 5", { kind: "custom-entities" })).toEqual(["Zip"]);
    expect(await find("trim", { kind: "custom-entities" })).toEqual([]);
  });

  test("of a property that becomes searchable are found soon", async () => {
    await defineItems(texts.map((property) => ({ ...property, searchable: true })));

    await waitUntil("the memo is found", async () => (await find("trench")).length === 2);
    await defineItems(texts);
    await waitUntil("the memo is not found", async () => (await find("trench")).length === 1);
  });
});

describe("options of sets", () => {
  test("are found by value and label, also after the label has changed", async () => {
    const options = [
      { value: "AB1", display: "Midnight blue" },
      { value: "AB2", display: "Rust" },
    ];
    const set = await world.create("option-sets", { name: "Colors", options });
    await defineItems([
      { slug: "tone", propertyType: "choice", optionSetId: set.id, searchable: true },
      { slug: "tones", propertyType: "multi_select", optionSetId: set.id, searchable: true },
    ]);
    await world.create("items", { name: "Parka", tone: "AB1" });
    await world.create("items", { name: "Scarf", tones: ["AB2", "AB1"] });

    expect(await find("midnight")).toEqual(["Parka", "Scarf"]);
    expect(await find("ab1 blue")).toEqual(["Parka", "Scarf"]);
    expect(await find("rust")).toEqual(["Scarf"]);

    const renamed = [{ value: "AB1", display: "Ink" }, ...options.slice(1)];
    await world.call("PUT", `/option-sets/${set.id}`, { body: { options: renamed } });

    await waitUntil("the new label is found", async () => (await find("ink")).length === 2);
    expect(await find("midnight")).toEqual([]);
  });
});

describe("options of a family", () => {
  test("are found by the words of the family, also after it has changed", async () => {
    const family = await world.create("items", { name: "Trench", federatedId: "T-100" });
    await world.create("items", { name: "Trench 1", itemFamilyId: family.id, optionName: "Mauve" });
    await world.create("items", { name: "Trench 2", itemFamilyId: family.id, optionName: "Sand" });

    expect(await find("mauve t 100")).toEqual(["Mauve"]);
    const { version } = (await world.call("GET", `/items?q=mauve`)).body.results[0];

    await world.call("PUT", `/items/${family.id}`, { body: { name: "Duster" } });

    await waitUntil("the new name is found", async () => (await find("duster sand")).length === 1);
    expect(await find("duster")).toEqual(["Duster", "Mauve", "Sand"]);
    expect((await world.call("GET", "/items?q=mauve")).body.results[0].version).toBe(version);
  });
});

describe("rights", () => {
  const note = { slug: "note", propertyType: "text", searchable: true };

  test("a word counts only in fields that the caller may read", async () => {
    await defineItems([note]);
    await world.create("items", { name: "Parka", note: "confidential", typePath: "item:outer" });
    await world.create("items", { name: "Confidential cape", typePath: "item:outer" });
    await world.create("items", { name: "Shirt", note: "confidential", typePath: "item:shirt" });
    const nameOnly = await world.keyWith({ rights: [{ verbs: ["read"], typePath: "item:*", fields: [] }] });
    const partly = await world.keyWith({
      rights: [
        { verbs: ["read"], typePath: "item:*", fields: [] },
        { verbs: ["read"], typePath: "item:shirt", fields: ["note"] },
      ],
    });

    expect(await find("confidential")).toEqual(["Parka", "Confidential cape", "Shirt"]);
    expect(await find("confidential", { key: nameOnly })).toEqual(["Confidential cape"]);
    expect(await find("conf parka", { key: nameOnly })).toEqual([]);
    expect(await find("confidential", { key: partly })).toEqual(["Confidential cape", "Shirt"]);
  });

  test("a word of the family counts only where the caller may read the family and the field", async () => {
    await defineItems([note]);
    const family = await world.create("items", { name: "Trench", note: "confidential" });
    const option = await world.create("items", { name: "Option", itemFamilyId: family.id, optionName: "Mauve" });
    await world.call("PUT", `/items/${option.id}`, { body: { typePath: "item:option" } });
    const optionsOnly = await world.keyWith({ rights: [{ verbs: ["read"], typePath: "item:option" }] });
    const both = await world.keyWith({ rights: [{ verbs: ["read"], typePath: "item:*", fields: ["optionName"] }] });

    expect(await find("trench mauve")).toEqual(["Mauve"]);
    expect(await find("confidential mauve")).toEqual(["Mauve"]);
    expect(await find("trench", { key: optionsOnly })).toEqual([]);
    expect(await find("mauve", { key: optionsOnly })).toEqual(["Mauve"]);
    expect(await find("trench mauve", { key: both })).toEqual(["Mauve"]);
    expect(await find("confidential", { key: both })).toEqual([]);
  });
});

describe("rows without words", () => {
  const outdate = () =>
    service.database.db.query(sql`
      update entities set search_terms = null, search_version = null where org_id = ${world.org.id}`);

  test("are found by their texts until their words are computed", async () => {
    const family = await world.create("items", { name: "Trench" });
    await world.create("items", { name: "Option", itemFamilyId: family.id, optionName: "Mauve" });
    await outdate();

    expect(await find("trench")).toEqual(["Trench"]);
    await refreshTermsJob(service.database.db).run({}, new AbortController().signal);

    expect(await find("trench mauve")).toEqual(["Mauve"]);
  });

  test("of an earlier release that has changed an entity are computed again", async () => {
    const { id } = await world.create("items", { name: "Trench" });
    await service.database.db.query(sql`
      update entities set name = 'Duster', version = version + 1 where org_id = ${world.org.id} and id = ${id}`);

    expect(await find("duster")).toEqual(["Duster"]);
    expect(await find("trench")).toEqual([]);
    await refreshTermsJob(service.database.db).run({}, new AbortController().signal);

    expect(await find("dust")).toEqual(["Duster"]);
  });
});

describe("GET /search", () => {
  const search = (query: string, key?: BuiltKey) =>
    world.call("GET", `/search?${query}`, key === undefined ? {} : { key });
  const summary = ({ body }: Awaited<ReturnType<typeof search>>) =>
    body.results.map(({ kind, results, hasMore }: { kind: string; results: { name: string }[]; hasMore: boolean }) => [
      kind,
      results.map(({ name }) => name),
      hasMore,
    ]);

  beforeEach(async () => {
    const project = await world.create("projects", { name: "Winter" });
    await world.create("assortments", { name: "Winter core", workspaceId: project.rootWorkspaceId });
    for (const name of ["Winter parka", "Winter cape", "Winter scarf"]) {
      await world.create("items", { name });
    }
    await world.create("colors", { name: "Black" });
  });

  test("returns the first matches of each kind that has any", async () => {
    const found = await search("q=WINT&limit=2");

    expect(found.status).toBe(200);
    expect(summary(found)).toEqual([
      ["item", ["Winter parka", "Winter cape"], true],
      ["project", ["Winter"], false],
      ["workspace", ["Winter"], false],
      ["assortment", ["Winter core"], false],
    ]);
    const [parka] = found.body.results[0].results;
    expect(parka).toEqual((await world.call("GET", `/items/${parka.id}`)).body);
  });

  test("only in the requested kinds", async () => {
    expect(summary(await search("q=winter&kinds=assortment,color"))).toEqual([["assortment", ["Winter core"], false]]);
    expect(summary(await search("q=nowhere"))).toEqual([]);
  });

  test("only in the kinds that the caller may read", async () => {
    const key = await world.keyWith({ rights: [{ verbs: ["read"], typePath: "assortment" }] });

    expect(summary(await search("q=winter", key))).toEqual([["assortment", ["Winter core"], false]]);
    expect(summary(await search("q=winter&kinds=item", key))).toEqual([]);
  });

  test.each([
    ["", "q"],
    ["q=", "q"],
    ["q=%00", "q"],
    [`q=${"a+".repeat(11)}`, "q"],
    ["q=a&kinds=items", "kinds"],
    ["q=a&kinds=,", "kinds"],
    ["q=a&limit=0", "limit"],
    ["q=a&limit=51", "limit"],
    ["q=a&kind=item", "kind"],
  ])("%j returns 400 for %s", async (query, parameter) => {
    const { status, body } = await search(query);

    expect(status).toBe(400);
    expect(JSON.stringify(body.errors)).toContain(`"${parameter}`);
  });
});
