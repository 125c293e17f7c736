import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { buildOptionSet } from "./testing/build-types.ts";
import { buildEntityWorld, type EntityWorld } from "./testing/entity-world.ts";

let service: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildEntityWorld(service, {
    item: { properties: [{ slug: "fabric" }, { slug: "weight", propertyType: "number" }] },
    "item:product": {
      mode: "strict",
      properties: [
        { slug: "care", required: true },
        { slug: "season", default: "SS27" },
      ],
    },
    "item:product:shoe": { mode: "strict", properties: [{ slug: "sole" }, { slug: "fabric", propertyType: "number" }] },
    "item:product:free": { mode: "open" },
  });
});

describe("a type", () => {
  test("has the properties of its ancestors, and may redefine one", async () => {
    const shoe = { name: "Boot", typePath: "item:product:shoe", care: "dry", sole: "rubber", weight: 2, fabric: 7 };

    const created = await world.create("items", shoe);
    const refused = await world.call("POST", "/items", { body: { ...shoe, fabric: "wool", weight: "2" } });

    expect(created).toMatchObject(shoe);
    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      "#/fabric",
      "#/weight",
    ]);
  });

  test("applies its default on create only, and not over a sent value", async () => {
    const base = { name: "A", typePath: "item:product", care: "dry" };

    const created = await world.create("items", base);
    const other = await world.create("items", { ...base, season: "AW27" });
    const empty = await world.create("items", { ...base, season: null });
    const cleared = await world.call("PUT", `/items/${created.id}`, { body: { season: null } });
    const touched = await world.call("PUT", `/items/${created.id}`, { body: { name: "B" } });

    expect([created.season, other.season]).toEqual(["SS27", "AW27"]);
    for (const entity of [empty, cleared.body, touched.body]) {
      expect(entity).not.toHaveProperty("season");
    }
  });
});

test("a choice accepts the values of its option set only", async () => {
  world = await buildEntityWorld(service, {
    item: { properties: [{ slug: "fit", propertyType: "choice", optionSetId: "fits" }] },
  });
  await buildOptionSet(service.database.db, world.org.id, "fits", [{ value: "slim", display: "Slim fit" }]);

  const good = await world.call("POST", "/items", { body: { name: "A", fit: "slim" } });
  const bad = await world.call("POST", "/items", { body: { name: "A", fit: "Slim fit" } });

  expect(good.body.fit).toBe("slim");
  expect(bad.body.errors).toMatchObject([{ pointer: "#/fit", code: "invalid-value" }]);
});

describe("a required property", () => {
  test("must be sent on create, and cannot be cleared", async () => {
    const created = await world.create("items", { name: "A", typePath: "item:product", care: "dry" });

    const missing = await world.call("POST", "/items", { body: { name: "A", typePath: "item:product" } });
    const cleared = await world.call("PUT", `/items/${created.id}`, { body: { care: null, name: null } });

    expect(missing.body.errors).toMatchObject([{ pointer: "#/care", code: "required" }]);
    expect(cleared.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(["#/name", "#/care"]);
  });

  test("that was never set does not block other changes, but setting it to null is rejected", async () => {
    const { id } = await world.create("items", { name: "A" });
    await world.call("PUT", `/items/${id}`, { body: { typePath: "item:product" } });

    const changed = await world.call("PUT", `/items/${id}`, { body: { weight: 3 } });
    const cleared = await world.call("PUT", `/items/${id}`, { body: { care: null } });

    expect(changed.status).toBe(200);
    expect(cleared.body.errors).toMatchObject([{ pointer: "#/care", code: "required" }]);
  });

  test("that was sent and rejected has one error, not two", async () => {
    const { body } = await world.call("POST", "/items", { body: { name: 1, typePath: "item:product", care: 2 } });

    expect(body.errors).toHaveLength(2);
  });
});

describe("a strict type", () => {
  test("rejects an unknown property, even if it is null", async () => {
    const { id } = await world.create("items", { name: "A", typePath: "item:product", care: "dry" });

    const { status, body } = await world.call("PUT", `/items/${id}`, { body: { name: "A", caer: null } });

    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: "#/caer", code: "unknown-property" }]);
  });

  test("rejects unknown properties, and suggests the closest name", async () => {
    const { status, body } = await world.call("POST", "/items", {
      body: { name: "A", typePath: "item:product", care: "dry", Fabrik: "wool", seson: null },
    });

    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      { pointer: "#/Fabrik", code: "unknown-property" },
      { pointer: "#/seson", code: "unknown-property" },
    ]);
    expect(body.errors[1].detail).toContain("Did you mean season?");
  });

  test("rejects an unknown subtype, and suggests the closest name", async () => {
    const { status, body } = await world.call("POST", "/items", {
      body: { name: "A", typePath: "item:product:sheo", care: "dry" },
    });

    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: "#/typePath" }]);
    expect(body.detail).toContain("Did you mean item:product:shoe?");
  });

  test("may have an open subtype", async () => {
    const created = await world.create("items", { name: "A", typePath: "item:product:free", care: "dry", anything: 1 });

    expect(created.anything).toBe(1);
  });
});

describe("an open type", () => {
  test("stores undefined properties as sent", async () => {
    const odd = {
      int: 42,
      float: -0.1,
      tiny: 1e-300,
      large: 9007199254740991,
      text: 'Größe 尺寸 😀 \u202e \n\t"\\',
      empty: "",
      yes: true,
      nothing: null,
      list: [1, "a", null, [], {}],
      nested: { b: { a: [{ c: null }] }, a: 1 },
      "with space": 1,
      "Upper-Case_9": 2,
    };

    const created = await world.create("items", { name: "A", ...odd });
    const { body } = await world.call("GET", `/items/${created.id}`);

    const { nothing: _, ...kept } = odd;
    expect(body).toEqual(created);
    expect(body).toMatchObject(kept);
    expect(body).not.toHaveProperty("nothing");
  });

  test("ignores the order of keys when it detects changes", async () => {
    const { id } = await world.create("items", { name: "A", spec: { a: 1, b: { c: 2, d: 3 } } });

    const { body } = await world.call("PUT", `/items/${id}`, { body: { spec: { b: { d: 3, c: 2 }, a: 1 } } });

    expect(body.version).toBe(1);
  });

  test("adds an unknown subtype with all its ancestors, and records that", async () => {
    const rowsBefore = await world.countRows("entity_types");

    await world.create("items", { name: "A", typePath: "item:raw:yarn" });
    await world.create("items", { name: "B", typePath: "item:raw:yarn" });

    expect(await world.countRows("entity_types")).toBe(rowsBefore + 2);
    const records = (await world.changes()).filter(({ entity_type }) => entity_type === "entity-type");
    expect(records.map(({ entity_id, action, diffs }) => [entity_id, action, diffs["isDescribed"]])).toEqual([
      ["item:raw", "create", false],
      ["item:raw:yarn", "create", false],
    ]);
  });

  test("adds nothing for a write that fails", async () => {
    const rowsBefore = await world.countRows("entity_types");

    const { status } = await world.call("POST", "/items", { body: { typePath: "item:raw" } });

    expect(status).toBe(400);
    expect(await world.countRows("entity_types")).toBe(rowsBefore);
  });

  test("records a new subtype in the name of the caller that added it, under concurrent writes", async () => {
    const keys = await Promise.all([world.keyWith({}), world.keyWith({}), world.keyWith({})]);
    await Promise.all(
      keys.flatMap((key, index) =>
        [0, 1].map((n) => world.call("POST", "/items", { key, body: { name: "x", typePath: `item:t${index}${n}` } })),
      ),
    );

    const changes = await world.changes();
    for (const { type_path, actor_id, change_set_id } of changes.filter(({ entity_type }) => entity_type === "item")) {
      const typeRecord = changes.find(({ entity_id }) => entity_id === type_path);
      expect(typeRecord).toMatchObject({ actor_id, change_set_id });
    }
  });
});
