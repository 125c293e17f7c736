import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { buildEntityWorld, type EntityWorld } from "./testing/entity-world.ts";

let service: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildEntityWorld(service, {
    item: {
      properties: [
        { slug: "style", propertyType: "sequence", prefix: "STY-", digits: 4, level: "family" },
        { slug: "sku", propertyType: "sequence", prefix: "S", level: "option" },
        { slug: "cost", propertyType: "number" },
        { slug: "total", propertyType: "formula", expression: "{cost} * 2", resultKind: "number" },
        { slug: "title", propertyType: "formula", expression: "{style} + ' ' + {name}", resultKind: "string" },
        { slug: "broken", propertyType: "formula", expression: "{cost}.toFixed(1)", resultKind: "number" },
      ],
    },
    "custom-entity:a": { properties: [{ slug: "number", propertyType: "sequence" }] },
    "custom-entity:b": { properties: [{ slug: "number", propertyType: "sequence" }] },
  });
});

describe("a formula", () => {
  test("is computed when the entity is created and recomputed when it changes", async () => {
    const created = await world.create("items", { name: "Parka", cost: 5 });

    const changed = await world.call("PUT", `/items/${created.id}`, { body: { cost: 7 } });
    const cleared = await world.call("PUT", `/items/${created.id}`, { body: { cost: null } });

    expect(created.total).toBe(10);
    expect(changed.body.total).toBe(14);
    expect(cleared.body).not.toHaveProperty("total");
  });

  test("whose result has the wrong type has no value and breaks nothing", async () => {
    const created = await world.create("items", { name: "Parka", cost: 5 });

    expect(created).not.toHaveProperty("broken");
  });

  test("cannot be set, but is accepted as it was read", async () => {
    const created = await world.create("items", { name: "Parka", cost: 5 });

    const refused = await world.call("PUT", `/items/${created.id}`, { body: { total: 11 } });
    const echo = await world.call("PUT", `/items/${created.id}`, { body: { ...created, cost: 6 } });

    expect(refused.body.errors).toMatchObject([{ pointer: "#/total", code: "read-only" }]);
    expect(echo.body.total).toBe(12);
  });

  test("may use the number of a sequence on create", async () => {
    const created = await world.create("items", { name: "Parka" });

    expect(created.title).toBe("STY-0001 Parka");
  });
});

describe("a sequence", () => {
  test("numbers entities consecutively", async () => {
    const styles: string[] = [];
    for (const name of ["A", "B", "C"]) {
      styles.push((await world.create("items", { name })).style);
    }

    expect(styles).toEqual(["STY-0001", "STY-0002", "STY-0003"]);
  });

  test("cannot be set, never changes, and is accepted as it was read", async () => {
    const created = await world.create("items", { name: "Parka" });

    const onCreate = await world.call("POST", "/items", { body: { name: "x", style: "STY-9999" } });
    const onChange = await world.call("PUT", `/items/${created.id}`, { body: { style: null } });
    const echo = await world.call("PUT", `/items/${created.id}`, { body: { ...created, name: "Coat" } });

    expect(onCreate.body.errors).toMatchObject([{ pointer: "#/style", code: "read-only" }]);
    expect(onChange.status).toBe(400);
    expect(echo.body.style).toBe("STY-0001");
  });

  test("numbers a batch in its order, and a rejected operation consumes no number", async () => {
    const operations = ["A", undefined, "B"].map((name) => ({ op: "create", object: { name } }));

    const refused = await world.call("POST", "/items/batch", { body: { operations } });
    const { body } = await world.call("POST", "/items/batch", { body: { operations, atomic: false } });

    expect(refused.status).toBe(400);
    expect(body.results.map(({ object }: { object?: { style: string } }) => object?.style)).toEqual([
      "STY-0001",
      undefined,
      "STY-0002",
    ]);
  });

  test("of a family is shown on its options, and one of options is assigned to each", async () => {
    const family = await world.create("items", { name: "A", federatedId: "A" });
    const option = await world.create("items", { name: "Red", itemFamilyId: family.id });
    const next = await world.create("items", { name: "B" });

    expect(option).toMatchObject({ style: "STY-0001", sku: "S000001" });
    expect(family).not.toHaveProperty("sku");
    expect(next.style).toBe("STY-0002");
  });

  test("is shared per kind of entity and property", async () => {
    const first = await world.create("custom-entities", { name: "A", typePath: "custom-entity:a" });
    const second = await world.create("custom-entities", { name: "B", typePath: "custom-entity:b" });

    expect([first.number, second.number]).toEqual(["000001", "000002"]);
  });

  test("never assigns a number twice under concurrent creates", async () => {
    const created = await Promise.all(Array.from({ length: 40 }, () => world.create("items", { name: "x" })));

    expect(new Set(created.map(({ style }) => style)).size).toBe(40);
  });
});
