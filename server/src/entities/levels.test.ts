import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { buildEntityWorld, type EntityWorld } from "./testing/entity-world.ts";

let service: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

const levels = [
  { slug: "fabric", level: "family" },
  { slug: "shade", level: "option", default: "plain" },
  { slug: "price", propertyType: "number", level: "override" },
  { slug: "note" },
  {
    slug: "label",
    propertyType: "formula",
    expression: "{fabric} + '/' + {price}",
    resultKind: "string",
    level: "all",
  },
] as const;

beforeEach(async () => {
  world = await buildEntityWorld(service, { item: { properties: levels }, "project-item": { properties: levels } });
});

function read(plural: string, id: string) {
  return world.call("GET", `/${plural}/${id}`).then(({ body }) => body);
}

async function buildFamily() {
  const family = await world.create("items", { name: "Parka", fabric: "wool", price: 10, note: "own" });
  const option = await world.create("items", { name: "Red", itemFamilyId: family.id, shade: "dark" });
  const dear = await world.create("items", { name: "Gold", itemFamilyId: family.id, price: 99 });
  return { family, option, dear };
}

describe("the levels of an item's properties", () => {
  test("an option takes the properties that its family holds", async () => {
    const { family, option, dear } = await buildFamily();

    expect(option).toMatchObject({ fabric: "wool", price: 10, shade: "dark", label: "wool/10" });
    expect(dear).toMatchObject({ fabric: "wool", price: 99, shade: "plain", label: "wool/99" });
    expect(option).not.toHaveProperty("note");
    expect(family).not.toHaveProperty("shade");
  });

  test("a change of the family is copied down, but not over an option's own value", async () => {
    const { family, option, dear } = await buildFamily();

    const { body } = await world.call("PUT", `/items/${family.id}`, {
      body: { fabric: "silk", price: 20, note: "new" },
    });

    expect(body).toMatchObject({ version: 2, label: "silk/20" });
    expect(await read("items", option.id)).toMatchObject({ fabric: "silk", price: 20, version: 2, label: "silk/20" });
    expect(await read("items", dear.id)).toMatchObject({ fabric: "silk", price: 99, version: 2, label: "silk/99" });
    expect(await read("items", option.id)).not.toHaveProperty("note");
  });

  test("each copy is recorded for its option, in the same change set", async () => {
    const { family, option, dear } = await buildFamily();
    const recordsBefore = (await world.changes()).length;

    await world.call("PUT", `/items/${family.id}`, { body: { price: 20 } });

    const records = (await world.changes()).slice(recordsBefore);
    expect(records.map(({ entity_id, diffs }) => [entity_id, diffs["price"]])).toEqual([
      [family.id, [10, 20]],
      [option.id, [10, 20]],
    ]);
    expect(new Set(records.map(({ change_set_id }) => change_set_id)).size).toBe(1);
    expect((await read("items", dear.id)).version).toBe(1);
  });

  test("clearing a value in the family clears the copies", async () => {
    const { family, option } = await buildFamily();

    await world.call("PUT", `/items/${family.id}`, { body: { fabric: null, price: null } });

    const copy = await read("items", option.id);
    expect(copy).not.toHaveProperty("fabric");
    expect(copy).not.toHaveProperty("price");
  });

  test("an option that clears its own value inherits the family's again", async () => {
    const { dear } = await buildFamily();

    const { body } = await world.call("PUT", `/items/${dear.id}`, { body: { price: null } });

    expect(body).toMatchObject({ price: 10, version: 2 });
  });

  test("a value at the wrong level is rejected, but accepted as it was read", async () => {
    const { family, option } = await buildFamily();

    const onFamily = await world.call("PUT", `/items/${family.id}`, { body: { shade: "dark" } });
    const onOption = await world.call("PUT", `/items/${option.id}`, { body: { fabric: "silk" } });
    const echo = await world.call("PUT", `/items/${option.id}`, { body: option });

    expect(onFamily.body.errors).toMatchObject([{ pointer: "#/shade" }]);
    expect(onOption.body.errors).toMatchObject([{ pointer: "#/fabric" }]);
    expect(echo.body.version).toBe(1);
  });

  test("a family and its options can be changed in one batch", async () => {
    const { family, option } = await buildFamily();
    const operations = [
      { op: "update", id: family.id, object: { fabric: "silk" } },
      { op: "update", id: option.id, object: { note: "mine" } },
    ];

    const { body } = await world.call("POST", "/items/batch", { body: { operations } });

    expect(body.results[1].object).toMatchObject({ fabric: "silk", note: "mine", version: 3 });
    expect(await read("items", option.id)).toMatchObject({ fabric: "silk", note: "mine", version: 3 });
  });
});

describe("the levels of a project item's properties", () => {
  async function buildSeason() {
    const { family, option, dear } = await buildFamily();
    const project = await world.create("projects", { name: "Spring" });
    const inSeason = (itemId: string, more: object = {}) =>
      world.create("project-items", { projectId: project.id, itemId, ...more });
    return { family, option, dear, project, inSeason };
  }

  test("are copied from the family's project item of the same project", async () => {
    const { family, option, dear, inSeason } = await buildSeason();
    const ofFamily = await inSeason(family.id, { fabric: "wool", price: 10 });
    const ofOption = await inSeason(option.id, { shade: "dark" });
    const ofDear = await inSeason(dear.id, { price: 99 });

    await world.call("PUT", `/project-items/${ofFamily.id}`, { body: { fabric: "silk", price: 20 } });

    expect(ofOption).toMatchObject({ fabric: "wool", price: 10, shade: "dark" });
    expect(await read("project-items", ofOption.id)).toMatchObject({ fabric: "silk", price: 20, version: 2 });
    expect(await read("project-items", ofDear.id)).toMatchObject({ fabric: "silk", price: 99 });
  });

  test("apply to options that were in the project before their family", async () => {
    const { family, option, inSeason } = await buildSeason();
    const ofOption = await inSeason(option.id);

    await inSeason(family.id, { fabric: "wool", price: 10 });

    expect(await read("project-items", ofOption.id)).toMatchObject({ fabric: "wool", price: 10, version: 2 });
  });

  test("of another project are unchanged", async () => {
    const { family, option, inSeason } = await buildSeason();
    const other = await world.create("projects", { name: "Autumn" });
    const elsewhere = await world.create("project-items", { projectId: other.id, itemId: option.id });

    await inSeason(family.id, { fabric: "wool" });

    expect((await read("project-items", elsewhere.id)).version).toBe(1);
  });
});

test("a required property is required at its own level only", async () => {
  const required = [
    { slug: "fabric", level: "family", required: true },
    { slug: "shade", level: "option", required: true },
  ] as const;
  world = await buildEntityWorld(service, { item: { properties: required }, "project-item": { properties: required } });
  const project = await world.create("projects", { name: "Spring" });

  const family = await world.create("items", { name: "A", fabric: "wool" });
  const option = await world.create("items", { name: "B", itemFamilyId: family.id, shade: "dark" });
  const ofOption = await world.call("POST", "/project-items", {
    body: { projectId: project.id, itemId: option.id, shade: "dark" },
  });
  const ofFamily = await world.call("POST", "/project-items", {
    body: { projectId: project.id, itemId: family.id, fabric: "silk" },
  });
  const lacking = await Promise.all([
    world.call("POST", "/items", { body: { name: "A" } }),
    world.call("POST", "/items", { body: { name: "B", itemFamilyId: family.id } }),
  ]);

  expect([ofOption.status, ofFamily.status]).toEqual([201, 201]);
  expect(lacking.map(({ body }) => body.errors.map(({ pointer }: { pointer: string }) => pointer))).toEqual([
    ["#/fabric"],
    ["#/shade"],
  ]);
});
