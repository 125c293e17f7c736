import type { Right } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Budget } from "../../platform/budgets/budget.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { ListContext, ListQuery } from "./list-entities.ts";
import { listParsed } from "./testing/list-parsed.ts";
import { buildCaller, buildTypes, insertEntities, property } from "./testing/list-world.ts";

let database: TestDatabase;

const types = buildTypes({
  item: [
    property("fabric", "object_reference", { referenceType: "custom-entity" }),
    property("trims", "object_ref_list", { referenceType: "custom-entity" }),
    property("vendorIds", "object_ref_list", { referenceType: "custom-entity" }),
    property("anyId", "object_reference"),
    property("mainId", "object_reference", { referenceType: "item" }),
    property("main", "string"),
    property("cost", "number"),
  ],
});
const everything: Right = { verbs: ["read"], typePath: "*" };

function contextOf(rights: readonly Right[] = [everything], rest: Partial<ListContext> = {}): ListContext {
  return { caller: buildCaller("org1", rights), types, entityType: "item", ...rest };
}

async function listed(context: ListContext, query: Partial<ListQuery>): Promise<Record<string, JsonValue>[]> {
  const { results } = await listParsed(database.db, context, { limit: 100, ...query });
  return results;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await insertEntities(database.db, "org1", [
    { id: "family", name: "Family", createdById: "ann", properties: { itemFamilyId: "family", cost: 5 } },
    {
      id: "option",
      name: "Option",
      createdById: "gone",
      properties: {
        itemFamilyId: "family",
        fabric: "cotton",
        trims: ["button", "missing", "cotton"],
        vendorIds: ["cotton"],
        anyId: "button",
        mainId: "family",
        main: "kept",
      },
    },
    { id: "unhappy", name: "Unhappy", properties: { itemFamilyId: "elsewhere", fabric: "family", trims: [] } },
    { id: "cotton", entityType: "custom-entity", typePath: "custom-entity:fabric", name: "Cotton" },
    { id: "button", entityType: "custom-entity", typePath: "custom-entity:trim", name: "Button" },
    { id: "season", entityType: "project", name: "Season" },
    { id: "room", entityType: "workspace", name: "Room", projectId: "season" },
    {
      id: "line",
      entityType: "assortment",
      name: "Line",
      projectId: "season",
      properties: { workspaceId: "room", projectId: "season", composedFromAssortmentIds: ["line"] },
    },
  ]);
  await insertEntities(database.db, "org2", [{ id: "elsewhere", name: "Of another org" }]);
});

afterAll(() => database.drop());

describe("relations", () => {
  test("are returned in addition to the stored id", async () => {
    const [, option] = await listed(contextOf(), { relations: ["itemFamily"] });

    expect(option).toMatchObject({
      itemFamilyId: "family",
      itemFamily: { id: "family", name: "Family", entityType: "item", cost: 5, version: 1 },
    });
  });

  test.each<[string, string, unknown]>([
    ["fabric", "fabricObject", "Cotton"],
    ["fabricObject", "fabricObject", "Cotton"],
    ["itemFamilyId", "itemFamily", "Family"],
    ["any", "any", "Button"],
    ["mainId", "mainIdObject", "Family"],
    ["trims", "trimsObject", ["Button", "Cotton"]],
    ["vendors", "vendors", ["Cotton"]],
  ])("%s is returned as %s", async (relation, place, expected) => {
    const [, option] = await listed(contextOf(), { relations: [relation] });
    const [, plain] = await listed(contextOf(), {});

    const found = option?.[place];
    const names = Array.isArray(found) ? found.map(({ name }) => name) : found;
    expect(names).toEqual(Array.isArray(expected) ? expected : expect.objectContaining({ name: expected }));
    expect(option).toEqual({ ...plain, [place]: found });
  });

  test("of another org, of another type or to nothing are omitted", async () => {
    const [, , unhappy] = await listed(contextOf(), { relations: ["itemFamily", "fabric", "trims", "any"] });

    expect(unhappy).not.toHaveProperty("itemFamily");
    expect(unhappy).not.toHaveProperty("fabricObject");
    expect(unhappy).not.toHaveProperty("any");
    expect(unhappy).toHaveProperty("trimsObject", []);
  });

  test("of an assortment are those of its type", async () => {
    const relations = ["workspace", "project", "composedFromAssortments"];
    const [line] = await listed(contextOf([everything], { entityType: "assortment" }), { relations });

    expect(line).toMatchObject({
      workspace: { name: "Room" },
      project: { name: "Season" },
      composedFromAssortments: [{ name: "Line" }],
    });
  });

  test("are read with the caller's rights", async () => {
    const rights: Right[] = [
      { verbs: ["read"], typePath: "item", fields: ["itemFamilyId", "fabric", "trims"] },
      { verbs: ["read"], typePath: "custom-entity:trim" },
    ];
    const [, option] = await listed(contextOf(rights), { relations: ["itemFamily", "fabric", "trims", "vendors"] });

    expect(option).toMatchObject({ itemFamily: { name: "Family" }, trimsObject: [{ name: "Button" }] });
    expect(option?.["itemFamily"]).not.toHaveProperty("cost");
    expect(option).not.toHaveProperty("fabricObject");
    // The reference itself is hidden, and so is its relation.
    expect(option).not.toHaveProperty("vendors");
  });

  test("of a project's entities require a right on that project", async () => {
    const rights: Right[] = [
      { verbs: ["read"], typePath: "assortment" },
      { ...everything, projectId: "other" },
    ];
    const context = contextOf(rights, { entityType: "assortment" });

    const [line] = await listed(context, { relations: ["workspace", "project"] });

    expect(line).not.toHaveProperty("workspace");
    expect(line).not.toHaveProperty("project");
  });

  test("to actors have their ids, types and names, and are looked up once", async () => {
    const asked: unknown[] = [];
    const context = contextOf([everything], {
      actorsOf: async (orgId, ids) => {
        asked.push([orgId, ids]);
        return [{ id: "ann", type: "user", name: "Ann" }];
      },
    });

    const [family, option, unhappy] = await listed(context, { relations: ["createdBy", "updatedBy"] });

    expect(family).toMatchObject({ createdById: "ann", createdBy: { id: "ann", type: "user", name: "Ann" } });
    expect(option).not.toHaveProperty("createdBy");
    expect(unhappy).not.toHaveProperty("createdBy");
    expect(asked).toEqual([["org1", ["ann", "gone"]]]);
  });

  test("to actors are omitted without an actor lookup", async () => {
    const [family] = await listed(contextOf(), { relations: ["createdBy"] });

    expect(family).not.toHaveProperty("createdBy");
  });

  test("of a page are found by one query", async () => {
    let queries = 0;
    const counting = {
      query<Row extends object>(statement: { text: string; values: readonly unknown[] }) {
        queries++;
        return database.db.query<Row>(statement);
      },
      queryWithin<Row extends object>(statement: { text: string; values: readonly unknown[] }, budget: Budget) {
        queries++;
        return database.db.queryWithin<Row>(statement, budget);
      },
    };

    await listParsed(counting, contextOf(), {
      limit: 10,
      relations: ["itemFamily", "fabric", "trims", "vendors", "any"],
    });

    expect(queries).toBe(2);
  });
});

describe("fields", () => {
  test.each<[string[], string[]]>([
    [["name"], ["id", "name"]],
    [
      ["name", "cost"],
      ["cost", "id", "name"],
    ],
    [["unheard"], ["id"]],
    [[], ["id"]],
    [["__proto__", "constructor"], ["id"]],
  ])("%j", async (fields, expected) => {
    const [family] = await listed(contextOf(), { fields });

    expect(Object.keys(family ?? {}).sort()).toEqual(expected);
  });

  test("do not remove the requested relations", async () => {
    const [, option] = await listed(contextOf(), { fields: ["name"], relations: ["itemFamily"] });

    expect(Object.keys(option ?? {}).sort()).toEqual(["id", "itemFamily", "name"]);
    expect(option?.["itemFamily"]).toHaveProperty("cost", 5);
  });

  test("that are hidden are omitted", async () => {
    const [family] = await listed(contextOf([{ ...everything, fields: [] }]), { fields: ["name", "cost"] });

    expect(family).toEqual({ id: "family", name: "Family" });
  });
});
