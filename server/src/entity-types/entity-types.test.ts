import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildKey, buildOrg } from "../testing/builders.ts";
import { shareTestService, type TestAnswer, type TestService } from "../testing/test-service.ts";

let service: TestService;
let headers: Record<string, string>;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  const org = await buildOrg(service);
  headers = (await buildKey(service, org)).headers;
});

function call(method: string, path: string, body?: unknown): Promise<TestAnswer> {
  return service.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
}

const weight = { slug: "weight", label: "Weight", propertyType: "number" };

describe("a new org", () => {
  test("has the root types with the built-in fields and nothing else", async () => {
    const { body } = await call("GET", "/entity-types");

    expect(body.results.map(({ id }: { id: string }) => id)).toEqual([
      "assortment",
      "assortment-item",
      "color",
      "custom-entity",
      "item",
      "project",
      "project-item",
      "size-range-template",
      "workspace",
    ]);
    const item = body.results.find(({ id }: { id: string }) => id === "item");
    expect(item).toMatchObject({ typePath: "item", mode: "open", isDescribed: true, properties: [] });
    expect(item.inheritedProperties.map(({ slug }: { slug: string }) => slug)).toEqual([
      "roles",
      "itemFamilyId",
      "optionGroup",
      "optionName",
    ]);
  });
});

describe("a type", () => {
  test("is created, read by its path, changed and deleted, each with its change record", async () => {
    const created = await call("POST", "/entity-types", { typePath: "item:shoe", properties: [weight] });
    const read = await call("GET", "/entity-types/item:shoe");
    const changed = await call("PUT", "/entity-types/item:shoe", { label: "Shoes" });
    const deleted = await call("DELETE", "/entity-types/item:shoe");
    const { body: history } = await call("GET", "/change-history?criteria=~(entityType~'entity-type)");

    expect([created.status, changed.status, deleted.status]).toEqual([201, 200, 204]);
    expect(created.headers.get("location")).toBe("/api/entity-types/item:shoe");
    expect(created.body).toMatchObject({ id: "item:shoe", label: "shoe", mode: "open", version: 1 });
    expect(read.body).toEqual(created.body);
    expect(changed.body).toMatchObject({ label: "Shoes", version: 2 });
    expect((await call("GET", "/entity-types/item:shoe")).status).toBe(404);
    expect(history.results.map(({ action }: { action: string }) => action)).toEqual(["delete", "update", "create"]);
    expect(history.results[1].propertyDiffs).toMatchObject({ label: { oldValue: "shoe", newValue: "Shoes" } });
  });

  test("may be sent as it was read, and then changes nothing", async () => {
    const { body: created } = await call("POST", "/entity-types", { typePath: "item:shoe", properties: [weight] });

    const sentBack = await call("PUT", "/entity-types/item:shoe", created);

    expect(sentBack.status).toBe(200);
    expect(sentBack.body).toEqual(created);
  });

  test("inherits from its ancestors", async () => {
    await call("PUT", "/entity-types/item", { properties: [weight] });
    await call("POST", "/entity-types", {
      typePath: "item:shoe",
      properties: [{ slug: "heel", label: "Heel", propertyType: "number" }],
    });

    const wrong = await call("POST", "/items", { name: "Boot", typePath: "item:shoe", weight: "x", heel: "y" });
    const right = await call("POST", "/items", { name: "Boot", typePath: "item:shoe", weight: 1, heel: 2 });

    expect(wrong.status).toBe(400);
    expect(wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(["#/weight", "#/heel"]);
    expect(right.body).toMatchObject({ weight: 1, heel: 2 });
  });

  test("is created implicitly when an entity has it, and can be defined afterwards", async () => {
    await call("POST", "/items", { name: "Boot", typePath: "item:shoe:boot" });

    const seen = await call("GET", "/entity-types/item:shoe:boot");
    const above = await call("GET", "/entity-types/item:shoe");
    const described = await call("PUT", "/entity-types/item:shoe:boot", { properties: [weight] });

    expect([seen.body.isDescribed, above.body.isDescribed]).toEqual([false, false]);
    expect(described.body).toMatchObject({ isDescribed: true, version: 2 });
  });

  test.each([
    ["without a root type", { typePath: "shirt:long" }, "#/typePath"],
    ["below an unknown type", { typePath: "item:a:b" }, "#/typePath"],
    ["with a property of the product", { properties: [{ ...weight, slug: "roles" }] }, "#/properties/0"],
    ["with a name of the service", { properties: [{ ...weight, slug: "createdOn" }] }, "#/properties/0"],
    ["with a name of the language", { properties: [{ ...weight, slug: "constructor" }] }, "#/properties/0"],
    ["with a property twice", { properties: [weight, weight] }, "#/properties/1"],
    [
      "with an unknown option set",
      { properties: [{ ...weight, propertyType: "choice", optionSetId: "x" }] },
      "#/properties/0",
    ],
    ["with a choice without options", { properties: [{ ...weight, propertyType: "choice" }] }, "#/properties/0"],
    [
      "with a reference to nothing",
      { properties: [{ ...weight, propertyType: "object_reference", referenceType: "shirt" }] },
      "#/properties/0",
    ],
    ["with a default that does not fit", { properties: [{ ...weight, default: "heavy" }] }, "#/properties/0"],
    [
      "with a formula that does not compile",
      { properties: [{ ...weight, propertyType: "formula", expression: "weight +", resultKind: "number" }] },
      "#/properties/0",
    ],
    ["with a slug of odd characters", { properties: [{ ...weight, slug: "a b" }] }, "#/properties/0/slug"],
  ])("%s is rejected", async (_, draft, pointer) => {
    const refused = await call("POST", "/entity-types", { typePath: "item:shoe", ...draft });

    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].pointer).toBe(pointer);
  });

  test("with levels is for items and project items only", async () => {
    const levelled = { properties: [{ ...weight, level: "family" }] };

    expect((await call("PUT", "/entity-types/item", levelled)).status).toBe(200);
    expect((await call("PUT", "/entity-types/color", levelled)).status).toBe(400);
  });

  test("that is built in, has entities or has subtypes cannot be deleted", async () => {
    await call("POST", "/items", { name: "Boot", typePath: "item:shoe:boot" });

    const answers = [
      await call("DELETE", "/entity-types/item"),
      await call("DELETE", "/entity-types/item:shoe"),
      await call("DELETE", "/entity-types/item:shoe:boot"),
    ];

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(answers[2]?.body.count).toBe(1);
  });
});

describe("a change that would make stored entities invalid", () => {
  async function storeItems(): Promise<string[]> {
    const drafts = [{ weight: 1 }, { weight: "heavy" }, { weight: "light" }, {}];
    const answers: TestAnswer[] = [];
    for (const draft of drafts) {
      answers.push(await call("POST", "/items", { name: "Boot", ...draft }));
    }
    return answers.map(({ body }) => body.id);
  }

  test("is rejected with their count and samples, unless it is forced", async () => {
    const [, heavy, light] = await storeItems();

    const refused = await call("PUT", "/entity-types/item", { properties: [weight] });
    const forced = await call("PUT", "/entity-types/item?force=true", { properties: [weight] });

    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ count: 2, sampleIds: [heavy, light], byProperty: { weight: 2 } });
    expect(refused.body.detail).toContain("POST /api/entity-types/item/describe with the same properties converts");
    expect(forced.status).toBe(200);
  });

  test("may be making a property required", async () => {
    const [, , , without] = await storeItems();

    const required = { ...weight, propertyType: "string", required: true };
    const refused = await call("PUT", "/entity-types/item", { properties: [required] });

    expect(refused.body).toMatchObject({ count: 2, byProperty: { weight: 2 } });
    expect(refused.body.sampleIds).toContain(without);
  });

  test("may be making a type strict", async () => {
    await storeItems();

    const refused = await call("PUT", "/entity-types/item", { mode: "strict" });

    expect(refused.body).toMatchObject({ code: "conflict", count: 3 });
  });

  test("may be making a property unique, which then is enforced", async () => {
    const unique = { slug: "sku", label: "SKU", propertyType: "string", unique: true };
    await call("POST", "/items", { name: "A", sku: "1" });
    const { body: second } = await call("POST", "/items", { name: "B", sku: "1" });

    const refused = await call("PUT", "/entity-types/item", { properties: [unique] });
    await call("PUT", `/items/${second.id}`, { sku: "2" });
    const accepted = await call("PUT", "/entity-types/item", { properties: [unique] });
    const taken = await call("POST", "/items", { name: "C", sku: "1" });

    expect(refused.body).toMatchObject({ code: "conflict", count: 1, byProperty: { sku: 1 } });
    expect(accepted.status).toBe(200);
    expect(taken.status).toBe(409);
  });

  test("may be removing an option", async () => {
    const { body: set } = await call("POST", "/option-sets", {
      name: "Sizes",
      options: [
        { value: "S", display: "Small" },
        { value: "M", display: "Medium" },
      ],
    });
    const size = { slug: "size", label: "Size", propertyType: "choice", optionSetId: set.id };
    await call("PUT", "/entity-types/item", { properties: [size] });
    await call("POST", "/items", { name: "Boot", size: "M" });

    const fewer = { options: [{ value: "S", display: "Small" }] };
    const refused = await call("PUT", `/option-sets/${set.id}`, fewer);
    const forced = await call("PUT", `/option-sets/${set.id}?force=true`, fewer);
    const wrong = await call("POST", "/items", { name: "Boot", size: "M" });
    const deleted = await call("DELETE", `/option-sets/${set.id}`);

    expect(refused.body).toMatchObject({ code: "conflict", count: 1, byProperty: { size: 1 } });
    expect([forced.status, wrong.status, deleted.status]).toEqual([200, 400, 409]);
  });
});

test("options have colors, of a fixed list, which stored entities do not depend on", async () => {
  const { body: set } = await call("POST", "/option-sets", {
    name: "Status",
    options: [
      { value: "new", display: "New", color: "lime" },
      { value: "sold", display: "Sold" },
    ],
  });
  const status = { slug: "status", label: "Status", propertyType: "choice", optionSetId: set.id };
  await call("PUT", "/entity-types/item", { properties: [status] });
  await call("POST", "/items", { name: "Boot", status: "sold" });

  const recolored = await call("PUT", `/option-sets/${set.id}`, {
    options: [
      { value: "new", display: "New" },
      { value: "sold", display: "Sold", color: "grey" },
    ],
  });
  const unknown = await call("PUT", `/option-sets/${set.id}`, {
    options: [{ value: "sold", display: "Sold", color: "mauve" }],
  });

  expect(set.options[0]).toEqual({ value: "new", display: "New", color: "lime" });
  expect(recolored.body.options).toEqual([
    { value: "new", display: "New" },
    { value: "sold", display: "Sold", color: "grey" },
  ]);
  expect(unknown.status).toBe(400);
  expect(unknown.body.errors[0].pointer).toBe("#/options/0/color");
});

test("all users read types, and administrators change them", async () => {
  const org = await buildOrg(service);
  const reader = await buildKey(service, org, { preset: "read-only" });

  const read = await service.call("GET", "/entity-types/item", { headers: reader.headers });
  const changed = await service.call("PUT", "/entity-types/item", { headers: reader.headers, body: { label: "X" } });

  expect([read.status, changed.status]).toEqual([200, 403]);
});

test("a dry run of a type reports the result, and changes nothing", async () => {
  const dryRunResult = await call("PUT", "/entity-types/item?dryRun=true", { properties: [weight] });
  const { body } = await call("GET", "/entity-types/item");

  expect(dryRunResult.body.properties).toHaveLength(1);
  expect(body).toMatchObject({ properties: [], version: 1 });
});
