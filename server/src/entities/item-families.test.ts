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
  world = await buildEntityWorld(service);
});

describe("an item", () => {
  test("without a family is a family itself, with its own id as itemFamilyId", async () => {
    const item = await world.create("items", { name: "Parka", roles: ["family"] });

    expect(item).toMatchObject({ roles: ["family"], itemFamilyId: item.id });
  });

  test("with a family is an option of it", async () => {
    const family = await world.create("items", { name: "Parka" });

    const option = await world.create("items", {
      name: "Red parka",
      itemFamilyId: family.id,
      optionGroup: "color",
      optionName: "Red",
    });

    expect(option).toMatchObject({ roles: ["option"], itemFamilyId: family.id, optionGroup: "color" });
  });

  test("derives its roles from its family: contradicting roles are rejected", async () => {
    const family = await world.create("items", { name: "Parka" });

    const answers = await Promise.all([
      world.call("POST", "/items", { body: { name: "x", roles: ["option"] } }),
      world.call("POST", "/items", { body: { name: "x", roles: ["family"], itemFamilyId: family.id } }),
      world.call("POST", "/items", { body: { name: "x", roles: "family" } }),
      world.call("POST", "/items", { body: { name: "x", roles: ["family", "option"] } }),
    ]);

    for (const { status, body } of answers) {
      expect({ status, pointer: body.errors[0].pointer }).toEqual({ status: 400, pointer: "#/roles" });
    }
  });

  test("cannot be an option of an option or of an unknown item", async () => {
    const family = await world.create("items", { name: "Parka" });
    const option = await world.create("items", { name: "Red", itemFamilyId: family.id });

    const ofOption = await world.call("POST", "/items", { body: { name: "x", itemFamilyId: option.id } });
    const ofNothing = await world.call("POST", "/items", { body: { name: "x", itemFamilyId: "AAAAAAAAAAAAAAAA" } });

    expect(ofOption.body.errors).toMatchObject([{ pointer: "#/itemFamilyId" }]);
    expect(ofNothing.body.errors).toMatchObject([{ pointer: "#/itemFamilyId", code: "unknown-reference" }]);
  });

  test("can change its family, and become a family", async () => {
    const [parka, coat] = [
      await world.create("items", { name: "Parka" }),
      await world.create("items", { name: "Coat" }),
    ];
    const option = await world.create("items", { name: "Red", itemFamilyId: parka.id });

    const moved = await world.call("PUT", `/items/${option.id}`, { body: { itemFamilyId: coat.id } });
    const freed = await world.call("PUT", `/items/${option.id}`, { body: { itemFamilyId: null } });

    expect(moved.body).toMatchObject({ itemFamilyId: coat.id, roles: ["option"] });
    expect(freed.body).toMatchObject({ itemFamilyId: option.id, roles: ["family"] });
  });

  test("with options stays a family", async () => {
    const [parka, coat] = [
      await world.create("items", { name: "Parka" }),
      await world.create("items", { name: "Coat" }),
    ];
    await world.create("items", { name: "Red", itemFamilyId: parka.id });

    const { status, body } = await world.call("PUT", `/items/${parka.id}`, { body: { itemFamilyId: coat.id } });

    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: "#/itemFamilyId" }]);
  });
});

describe("a size range template", () => {
  test("has unique sizes", async () => {
    const body = { name: "Tops", sizeRange: { sizes: ["S", "M", "L"] } };

    const template = await world.create("size-range-templates", body);
    const refused = await world.call("POST", "/size-range-templates", {
      body: { name: "Odd", sizeRange: { sizes: ["S", "S"] } },
    });

    expect(template).toMatchObject(body);
    expect(refused.body.errors).toMatchObject([{ pointer: "#/sizeRange" }]);
  });
});

describe("an option without a typePath", () => {
  const footwear = { mode: "strict" as const, properties: [{ slug: "sole", propertyType: "string" as const }] };

  beforeEach(async () => {
    world = await buildEntityWorld(service, { "item:footwear": footwear });
  });

  test("has the type of its family, by id and by federatedId", async () => {
    const style = await world.create("items", { name: "Shoe", typePath: "item:footwear", federatedId: "S1" });

    const byId = await world.create("items", { name: "R", itemFamilyId: style.id });
    const byKey = await world.call("PUT", "/items/federated/S1-G", {
      body: { name: "G", itemFamily: { federatedId: "S1" }, sole: "rubber" },
    });
    const refused = await world.call("POST", "/items", { body: { name: "B", itemFamilyId: style.id, soul: "x" } });

    expect([byId.typePath, byKey.body.typePath]).toEqual(["item:footwear", "item:footwear"]);
    expect(refused.body.errors).toMatchObject([{ pointer: "#/soul", code: "unknown-property" }]);
  });

  test("keeps a type that is sent, and the one it has", async () => {
    const style = await world.create("items", { name: "Shoe", typePath: "item:footwear", federatedId: "S1" });

    const sent = await world.create("items", { name: "R", typePath: "item", itemFamilyId: style.id });
    const updated = await world.call("PUT", `/items/${sent.id}`, { body: { itemFamily: { federatedId: "S1" } } });

    expect([sent.typePath, updated.body.typePath]).toEqual(["item", "item"]);
  });

  test("needs the right to create that type, and does not reveal the type of an unreadable family", async () => {
    const style = await world.create("items", { name: "Shoe", typePath: "item:footwear", federatedId: "S1" });
    const rights = [{ verbs: ["create" as const], typePath: "item" }];
    const reader = await world.keyWith({ rights: [...rights, { verbs: ["read"], typePath: "item:*" }] });
    const writer = await world.keyWith({ rights: [...rights, { verbs: ["read"], typePath: "item" }] });
    const body = { name: "R", itemFamilyId: style.id };

    const forbidden = await world.call("POST", "/items", { key: reader, body });
    const hidden = await world.call("POST", "/items", { key: writer, body });

    expect([forbidden.status, hidden.status]).toEqual([403, 400]);
    expect(JSON.stringify(hidden.body)).not.toContain("footwear");
  });
});
