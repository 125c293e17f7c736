import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildUser } from "../testing/builders.ts";
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
        { slug: "colorId", propertyType: "object_reference", referenceType: "color" },
        { slug: "relatedId", propertyType: "object_reference", referenceType: "item" },
        { slug: "supplierId", propertyType: "object_reference", referenceType: "custom-entity:supplier" },
        { slug: "colors", propertyType: "object_ref_list", referenceType: "color" },
        { slug: "owners", propertyType: "user_list" },
      ],
    },
  });
});

const nobody = "AAAAAAAAAAAAAAAA";

describe("a reference", () => {
  test("must name an existing entity", async () => {
    const color = await world.create("colors", { name: "Red" });
    const user = await buildUser(service, world.org);

    const good = { name: "A", colorId: color.id, colors: [color.id], owners: [user.id] };
    const created = await world.call("POST", "/items", { body: good });
    const refused = await world.call("POST", "/items", {
      body: { name: "A", colorId: nobody, colors: [color.id, nobody], owners: [user.id, nobody] },
    });

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject(good);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([
      { pointer: "#/colorId", code: "unknown-reference" },
      { pointer: "#/colors", code: "unknown-reference" },
      { pointer: "#/owners", code: "unknown-reference" },
    ]);
  });

  test("must name an entity of its type, or of a type below", async () => {
    const mill = await world.create("custom-entities", { name: "M", typePath: "custom-entity:supplier:mill" });
    const trim = await world.create("custom-entities", { name: "T", typePath: "custom-entity:trim" });
    const item = await world.create("items", { name: "A" });

    const answers: TestAnswer[] = [];
    for (const body of [
      { supplierId: mill.id },
      { supplierId: trim.id },
      { colorId: item.id },
      { relatedId: item.id },
    ]) {
      answers.push(await world.call("PUT", `/items/${item.id}`, { body }));
    }

    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 200]);
  });

  test("cannot name entities or users of another organization", async () => {
    const other = await buildEntityWorld(service);
    const color = await other.create("colors", { name: "Red" });
    const user = await buildUser(service, other.org);

    const { body } = await world.call("POST", "/items", {
      body: { name: "A", colorId: color.id, owners: [user.id] },
    });

    expect(body.errors).toMatchObject([{ pointer: "#/colorId" }, { pointer: "#/owners" }]);
  });

  test("must be an id", async () => {
    const { body } = await world.call("POST", "/items", {
      body: { name: "A", colorId: 7, colors: "red", owners: ["x"], relatedId: "no id" },
    });

    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      "#/colorId",
      "#/colors",
      "#/owners",
      "#/relatedId",
    ]);
  });

  test("to an unreadable entity fails like one to a missing entity", async () => {
    const color = await world.create("colors", { name: "Red" });
    const key = await world.keyWith({ rights: [{ verbs: ["read", "create", "update"], typePath: "item:*" }] });

    const hidden = await world.call("POST", "/items", { key, body: { name: "A", colorId: color.id } });
    const missing = await world.call("POST", "/items", { key, body: { name: "A", colorId: nobody } });

    expect(hidden.status).toBe(400);
    expect(JSON.stringify(hidden.body.errors).replaceAll(color.id, nobody)).toBe(JSON.stringify(missing.body.errors));
  });

  test("that is already stored is not checked again, even in a list that grows", async () => {
    const [red, blue] = [await world.create("colors", { name: "R" }), await world.create("colors", { name: "B" })];
    const { id } = await world.create("items", { name: "A", colorId: red.id, colors: [red.id] });
    const key = await world.keyWith({
      rights: [
        { verbs: ["read", "update"], typePath: "item:*" },
        { verbs: ["read"], typePath: "color:light" },
      ],
    });
    const light = await world.create("colors", { name: "L", typePath: "color:light" });

    const grown = await world.call("PUT", `/items/${id}`, {
      key,
      body: { colorId: red.id, colors: [red.id, light.id] },
    });
    const refused = await world.call("PUT", `/items/${id}`, { key, body: { colors: [red.id, blue.id] } });

    expect([grown.status, refused.status]).toEqual([200, 400]);
  });

  test("cannot name an entity that an earlier operation of the batch deletes", async () => {
    const [first, second] = [await world.create("items", { name: "A" }), await world.create("items", { name: "B" })];
    const operations = [
      { op: "delete", id: first.id },
      { op: "update", id: second.id, object: { relatedId: first.id } },
    ];

    const { body } = await world.call("POST", "/items/batch", { body: { operations, atomic: false } });

    expect(body.results.map(({ status }: { status: number }) => status)).toEqual([204, 400]);
  });
});
