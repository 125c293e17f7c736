import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { shareTestService, type TestAnswer, type TestService } from "../testing/test-service.ts";
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
        { slug: "ean", unique: true },
        { slug: "weight", propertyType: "number", unique: true },
        { slug: "spec", propertyType: "json", unique: true },
        { slug: "tag", unique: true, level: "family" },
        { slug: "position", unique: "family" },
      ],
    },
    "item:shoe": {},
    "custom-entity:code": { properties: [{ slug: "code", unique: true }] },
  });
});

describe("a unique value", () => {
  test("is held by one entity of the kind, whatever its subtype", async () => {
    const first = await world.create("items", { name: "A", ean: "1" });

    const second = await world.call("POST", "/items", { body: { name: "B", ean: "1", typePath: "item:shoe" } });

    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ property: "ean", existingId: first.id });
  });

  test("may be sent again by its holder, and is free after the holder clears it", async () => {
    const first = await world.create("items", { name: "A", ean: "1" });

    const kept = await world.call("PUT", `/items/${first.id}`, { body: { ean: "1", name: "AA" } });
    const moved = await world.call("PUT", `/items/${first.id}`, { body: { ean: "2" } });
    const taken = await world.call("POST", "/items", { body: { name: "B", ean: "1" } });
    await world.call("DELETE", `/items/${first.id}`);
    const retaken = await world.call("POST", "/items", { body: { name: "C", ean: "2" } });

    expect([kept, moved, taken, retaken].map(({ status }) => status)).toEqual([200, 200, 201, 201]);
  });

  test("distinguishes texts exactly: by case, spaces, and beyond any index length", async () => {
    const long = "x".repeat(5000);
    const values = ["a", "A", " a", "á", "a\u0301", long, `${long}y`];

    for (const ean of values) {
      await world.create("items", { name: "x", ean });
    }
    const again = await world.call("POST", "/items", { body: { name: "x", ean: long } });

    expect(again.status).toBe(409);
  });

  test("may be a number or an object, with keys in any order", async () => {
    const { id } = await world.create("items", { name: "A", weight: 1.5, spec: { bb: 1, a: [1, 2] } });

    const number = await world.call("POST", "/items", { body: { name: "B", weight: 1.5 } });
    const object = await world.call("POST", "/items", { body: { name: "B", spec: { a: [1, 2], bb: 1 } } });
    await world.call("PUT", `/items/${id}`, { body: { spec: null } });
    const free = await world.call("POST", "/items", { body: { name: "B", spec: { a: [1, 2], bb: 1 } } });

    expect([number.status, object.status, free.status]).toEqual([409, 409, 201]);
  });

  test("of a family is not held again by its options", async () => {
    const family = await world.create("items", { name: "A", tag: "T" });

    const option = await world.call("POST", "/items", { body: { name: "B", itemFamilyId: family.id } });
    const other = await world.call("POST", "/items", { body: { name: "C", tag: "T" } });

    expect(option.body.tag).toBe("T");
    expect([option.status, other.status]).toEqual([201, 409]);
  });

  test("within a family may be held once per family", async () => {
    const [parka, coat] = [await world.create("items", { name: "A" }), await world.create("items", { name: "B" })];

    const answers: TestAnswer[] = [];
    for (const itemFamilyId of [parka.id, coat.id, parka.id]) {
      answers.push(await world.call("POST", "/items", { body: { name: "x", itemFamilyId, position: "1" } }));
    }

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 409]);
  });

  test("that two entities held before it became unique stays with its holder", async () => {
    const holder = await world.create("items", { name: "A", ean: "1" });
    const other = await world.create("items", { name: "B" });
    await service.database.db.query(sql`
      update entities set properties = properties || '{"ean": "1"}' where org_id = ${world.org.id} and id = ${other.id}`);

    const moved = await world.call("PUT", `/items/${other.id}`, { body: { ean: "2" } });
    const third = await world.call("POST", "/items", { body: { name: "C", ean: "1" } });

    expect([moved.status, third.status]).toEqual([200, 409]);
    expect(third.body.existingId).toBe(holder.id);
  });

  test("does not reveal a holder that may not be read", async () => {
    await world.create("items", { name: "A", ean: "1", federatedId: "F", typePath: "item:shoe" });
    const key = await world.keyWith({ rights: [{ verbs: ["read", "create"], typePath: "item" }] });

    const answers = await Promise.all(
      [{ ean: "1" }, { federatedId: "F" }].map((taken) =>
        world.call("POST", "/items", { key, body: { name: "B", ...taken } }),
      ),
    );

    for (const { status, body } of answers) {
      expect(status).toBe(409);
      expect(body).not.toHaveProperty("existingId");
      expect(body.detail).toMatch(/another entity has this value/);
    }
  });
});
