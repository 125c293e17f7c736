import type { Right } from "@weft/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decide } from "../../access/decide.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { ListContext, ListQuery } from "./list-entities.ts";
import { listParsed } from "./testing/list-parsed.ts";
import { buildCaller, buildTypes, errorOf, insertEntities, property, walkPages } from "./testing/list-world.ts";

let database: TestDatabase;

const types = buildTypes({
  item: [property("cost", "number"), property("color", "string", { searchable: true })],
  color: [property("itemId", "object_reference", { referenceType: "item" })],
  "item:product": [],
  "item:material": [],
});

function contextOf(rights: readonly Right[], entityType = "item", orgId = "org1"): ListContext {
  return { caller: buildCaller(orgId, rights), types, entityType };
}

function reading(typePath: string, rest: Omit<Right, "verbs" | "typePath"> = {}): Right {
  return { verbs: ["read"], typePath, ...rest };
}

async function namesOf(context: ListContext, query: Partial<ListQuery> = {}) {
  const { results } = await listParsed(database.db, context, { limit: 100, ...query });
  return results.map(({ name }) => name);
}

beforeAll(async () => {
  database = await createTestDatabase();
  for (const orgId of ["org1", "org2"]) {
    const ids = await insertEntities(database.db, orgId, [
      { name: `${orgId} root`, typePath: "item", properties: { cost: 1, color: "red" } },
      { name: `${orgId} product`, typePath: "item:product", properties: { cost: 2, color: "red" } },
      {
        name: `${orgId} apparel`,
        typePath: "item:product:apparel",
        properties: { cost: 3, color: "blue" },
      },
      { name: `${orgId} material`, typePath: "item:material", properties: { cost: 2 } },
      { name: `${orgId} p1`, entityType: "assortment", projectId: "p1", properties: { projectId: "p1" } },
      { name: `${orgId} p2`, entityType: "assortment", projectId: "p2", properties: { projectId: "p2" } },
      { id: "p1", name: `${orgId} project 1`, entityType: "project", properties: {} },
      { id: "p2", name: `${orgId} project 2`, entityType: "project", properties: {} },
      { name: `${orgId} paint`, entityType: "color", properties: {} },
    ]);
    const colors = ["root", "product", "apparel", "material"].map((name, index) => ({
      name: `${orgId} of ${name}`,
      entityType: "color",
      properties: { itemId: ids[index] },
    }));
    await insertEntities(database.db, orgId, colors);
  }
});

afterAll(() => database.drop());

describe("the entities of a list", () => {
  test.each<[string, Right[], string[]]>([
    ["everything", [reading("*")], ["root", "product", "apparel", "material"]],
    ["a type and all below it", [reading("item:*")], ["root", "product", "apparel", "material"]],
    ["a type alone", [reading("item")], ["root"]],
    ["a subtype and all below it", [reading("item:product:*")], ["product", "apparel"]],
    ["two subtypes", [reading("item:product"), reading("item:material:*")], ["product", "material"]],
    ["a project, which items do not belong to", [reading("*", { projectId: "p1" })], []],
    ["another type", [reading("color")], []],
    ["another verb", [{ verbs: ["update"], typePath: "*" }], []],
    ["nothing", [], []],
  ])("with a right on %s", async (_name, rights, expected) => {
    const names = await namesOf(contextOf(rights));
    const { total } = await listParsed(database.db, contextOf(rights), { limit: 1, includeTotal: true });

    expect(names).toEqual(expected.map((name) => `org1 ${name}`));
    expect(total).toBe(expected.length);
  });

  test.each<[string, Right[], string[]]>([
    ["of one project", [reading("*", { projectId: "p1" })], ["p1"]],
    ["of two projects", [reading("assortment", { projectId: "p1" }), reading("*", { projectId: "p2" })], ["p1", "p2"]],
    ["of any project", [reading("assortment:*"), reading("*", { projectId: "p2" })], ["p1", "p2"]],
    ["of an unknown project", [reading("*", { projectId: "' or true --" })], []],
  ])("assortments %s", async (_name, rights, expected) => {
    expect(await namesOf(contextOf(rights, "assortment"))).toEqual(expected.map((name) => `org1 ${name}`));
  });

  test.each<[string, Right[], string[]]>([
    ["one by its own id", [reading("*", { projectId: "p2" })], ["project 2"]],
    ["all", [reading("project"), reading("*", { projectId: "p2" })], ["project 1", "project 2"]],
  ])("projects: %s", async (_name, rights, expected) => {
    expect(await namesOf(contextOf(rights, "project"))).toEqual(expected.map((name) => `org1 ${name}`));
  });

  test("belong to the caller's org, whatever the criteria", async () => {
    const criteria = { or: [{ name: "org1 root" }, { color: ["red", "blue"] }, { cost: { gt: 0 } }] };

    const names = await namesOf(contextOf([reading("*")], "item", "org2"), { criteria });

    expect(names).toEqual(["org2 root", "org2 product", "org2 apparel", "org2 material"]);
  });

  test("count towards the limit only if they are readable", async () => {
    const pages = await walkPages(database.db, contextOf([reading("item:material")]), { limit: 1 });

    expect(pages).toHaveLength(1);
    expect(pages[0]?.results).toHaveLength(1);
  });
});

describe("fields", () => {
  const costOfProducts = [reading("item:*", { fields: ["color"] }), reading("item:product:*", { fields: ["cost"] })];

  test("are masked by the rights on each entity", async () => {
    const { results } = await listParsed(database.db, contextOf(costOfProducts), { limit: 10 });

    const shown = results.map(({ name, cost, color }) => ({ name, cost, color }));
    expect(shown).toEqual([
      { name: "org1 root", cost: undefined, color: "red" },
      { name: "org1 product", cost: 2, color: "red" },
      { name: "org1 apparel", cost: 3, color: "blue" },
      { name: "org1 material", cost: undefined, color: undefined },
    ]);
    expect(results[0]).toHaveProperty("createdOn");
  });

  test.each<[string, Partial<ListQuery>, string]>([
    ["a criterion", { criteria: { cost: 1 } }, "criteria.cost"],
    ["a criterion within or", { criteria: { or: [{ cost: null }] } }, "criteria.or.0.cost"],
    ["an order", { order: { orderField: "cost" } }, "order.orderField"],
    ["a further order", { order: [{ orderField: "name" }, { orderField: "cost" }] }, "order.1.orderField"],
    ["a criterion that nothing describes", { criteria: { unknown: 1 } }, "criteria.unknown"],
  ])("that no right shows reject %s", async (_name, query, pointer) => {
    const context = contextOf([reading("item:*", { fields: ["color"] })]);

    const error = await errorOf(listParsed(database.db, context, { limit: 10, ...query }));

    expect(error).toEqual({ pointer, detail: expect.stringMatching(/may not read/) });
  });

  test.each<[string, Partial<ListQuery>, string[]]>([
    ["equality", { criteria: { cost: 2 } }, ["product"]],
    ["any of", { criteria: { cost: [1, 2, 3] } }, ["product", "apparel"]],
    ["ne, which would reveal other values", { criteria: { cost: { ne: 2 } } }, ["apparel"]],
    ["absence", { criteria: { cost: null } }, []],
    ["or", { criteria: { or: [{ cost: 2 }, { color: "red" }] } }, ["root", "product"]],
    ["order", { order: { orderField: "cost", order: "desc" } }, ["apparel", "product"]],
    ["a further order", { order: [{ orderField: "color" }, { orderField: "cost" }] }, ["apparel", "product"]],
    ["a system field", { criteria: { typePath: "item:material" } }, ["material"]],
  ])("that some rights show filter only those entities: %s", async (_name, query, expected) => {
    expect(await namesOf(contextOf(costOfProducts), query)).toEqual(expected.map((name) => `org1 ${name}`));
  });

  test("that are hidden are not searched", async () => {
    const hidden = contextOf([reading("item:*", { fields: ["cost"] })]);
    const partly = contextOf([reading("item:*", { fields: [] }), reading("item:product", { fields: ["color"] })]);

    expect(await namesOf(hidden, { q: "red" })).toEqual([]);
    expect(await namesOf(hidden, { q: "ROOT" })).toEqual(["org1 root"]);
    expect(await namesOf(partly, { q: "red" })).toEqual(["org1 product"]);
  });

  test("of a caller that may read nothing cause no error, so that nothing is revealed", async () => {
    expect(await namesOf(contextOf([]), { criteria: { cost: 1 }, order: { orderField: "cost" } })).toEqual([]);
  });
});

describe("criteria on what a reference leads to", () => {
  const costOfProducts = [reading("item:*", { fields: [] }), reading("item:product:*", { fields: ["cost"] })];
  const ofProducts = ["of product", "of apparel"];

  test.each<[string, Right[], Record<string, unknown>, string[]]>([
    ["an entity", [reading("item:product:*")], { "item.cost": { gt: 0 } }, ofProducts],
    ["an entity, without its value", [reading("item:product")], { "item.color": { ne: "blue" } }, ["of product"]],
    ["a field", costOfProducts, { "item.cost": 2 }, ["of product"]],
    ["a field with ne, which would reveal other values", costOfProducts, { "item.cost": { ne: 9 } }, ofProducts],
    ["the absence of a field", costOfProducts, { "item.cost": null }, []],
    ["the name of an entity", [reading("item:material")], { "item.name": { exists: true } }, ["of material"]],
    ["the id of an entity", [reading("item")], { "item.id": { exists: true } }, ["of root"]],
    ["nothing", [], { "item.id": { exists: true } }, []],
    ["nothing, so that a name is not rejected", [], { "item.cost": { ne: 9 } }, []],
  ])("count where the caller may read %s", async (_name, rights, criteria, expected) => {
    const names = await namesOf(contextOf([reading("color"), ...rights], "color"), { criteria });

    expect(names).toEqual(expected.map((name) => `org1 ${name}`));
  });

  test("count only in the projects of a right", async () => {
    const rights = [reading("assortment"), reading("project", { projectId: "p2" })];

    const names = await namesOf(contextOf(rights, "assortment"), { criteria: { "project.name": { exists: true } } });

    expect(names).toEqual(["org1 p2"]);
  });

  test.each<[string, Right[], RegExp]>([
    ["the reference", [reading("color", { fields: [] }), reading("item:*")], /may not read itemId/],
    ["the field", [reading("color"), reading("item:*", { fields: ["color"] })], /may not read cost/],
  ])("are rejected if no right shows %s", async (_name, rights, detail) => {
    const context = contextOf(rights, "color");

    const error = await errorOf(listParsed(database.db, context, { limit: 10, criteria: { "item.cost": 1 } }));

    expect(error).toEqual({ pointer: "criteria.item.cost", detail: expect.stringMatching(detail) });
  });
});

const somePath = fc.constantFrom(
  "*",
  "item",
  "item:*",
  "item:product",
  "item:product:*",
  "item:product:apparel",
  "item:material",
  "assortment",
  "assortment:*",
);
const someRights = fc.array(
  fc
    .record({
      typePath: somePath,
      projectId: fc.option(fc.constantFrom("p1", "p2"), { nil: undefined }),
      fields: fc.option(fc.subarray(["cost", "color"]), { nil: undefined }),
    })
    .map((drawn): Right => ({ verbs: ["read"], ...JSON.parse(JSON.stringify(drawn)) })),
  { maxLength: 4 },
);

test("for any rights, a criterion on a referred entity finds where decide() allows its field", async () => {
  const everything = (await listParsed(database.db, contextOf([reading("*")]), { limit: 100 })).results;
  const condition = fc.constantFrom({ exists: true }, { ne: 99 }, { gt: 0 }, { nin: [] });

  await fc.assert(
    fc.asyncProperty(someRights, condition, async (rights, cost) => {
      const context = contextOf([reading("color"), ...rights], "color");
      const criteria = { "item.cost": cost };

      const names = await namesOf(context, { criteria }).catch(() => []);

      const shown = everything.filter(({ typePath }) => {
        const decision = decide(buildCaller("org1", rights), "read", { typePath: String(typePath) });
        return decision.isAllowed && (decision.fields === "all" || decision.fields.has("cost"));
      });
      expect(names).toEqual(shown.map(({ name }) => String(name).replace(" ", " of ")));
    }),
    { numRuns: 200 },
  );
});

test("for any rights, a list contains what decide() allows", async () => {
  const everything = {
    item: (await listParsed(database.db, contextOf([reading("*")]), { limit: 100 })).results,
    assortment: (await listParsed(database.db, contextOf([reading("*")], "assortment"), { limit: 100 })).results,
  };

  await fc.assert(
    fc.asyncProperty(someRights, fc.constantFrom("item", "assortment"), async (rights, entityType) => {
      const { results } = await listParsed(database.db, contextOf(rights, entityType), { limit: 100 });

      const expected = everything[entityType].flatMap((entity) => {
        const projectId = typeof entity["projectId"] === "string" ? { projectId: entity["projectId"] } : {};
        const decision = decide(buildCaller("org1", rights), "read", {
          typePath: String(entity["typePath"]),
          ...projectId,
        });
        const isShown = (name: string) =>
          decision.isAllowed &&
          (decision.fields === "all" || decision.fields.has(name) || !["cost", "color", "projectId"].includes(name));
        return decision.isAllowed ? [Object.fromEntries(Object.entries(entity).filter(([name]) => isShown(name)))] : [];
      });
      expect(results).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});
