import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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
        { slug: "mainColor", propertyType: "object_reference", referenceType: "color" },
        { slug: "supplierId", propertyType: "object_reference", referenceType: "custom-entity:supplier" },
        { slug: "colors", propertyType: "object_ref_list", referenceType: "color" },
        { slug: "photo", propertyType: "image" },
        { slug: "buyerId", propertyType: "object_reference", referenceType: "user" },
      ],
    },
  });
});

function statusesOf({ body }: TestAnswer): number[] {
  return body.results.map(({ status }: { status: number }) => status);
}

describe("a reference by federatedId", () => {
  test("names the family of an option in a create, an update and an upsert", async () => {
    const style = await world.create("items", { name: "Style 1", federatedId: "S1" });
    const other = await world.create("items", { name: "Style 2", federatedId: "S2" });

    const created = await world.call("POST", "/items", { body: { name: "R", itemFamily: { federatedId: "S1" } } });
    const updated = await world.call("PUT", `/items/${created.body.id}`, {
      body: { itemFamily: { federatedId: "S2" } },
    });
    const upserted = await world.call("PUT", "/items/federated/S1-G", {
      body: { name: "G", roles: ["option"], itemFamily: { federatedId: "S1" } },
    });

    expect([created.status, updated.status, upserted.status]).toEqual([201, 200, 201]);
    expect(created.body).toMatchObject({ itemFamilyId: style.id, roles: ["option"] });
    expect(updated.body).toMatchObject({ itemFamilyId: other.id });
    expect(upserted.body).toMatchObject({ itemFamilyId: style.id, federatedId: "S1-G" });
    expect(upserted.body).not.toHaveProperty("itemFamily");
  });

  test("names what any reference field names, under the field or its relation, one or several", async () => {
    const [red, blue] = [
      await world.create("colors", { name: "Red", federatedId: "RED" }),
      await world.create("colors", { name: "Blue", federatedId: "BLUE" }),
    ];
    const mill = await world.create("custom-entities", {
      name: "Mill",
      typePath: "custom-entity:supplier:mill",
      federatedId: "M",
    });

    const { status, body } = await world.call("POST", "/items", {
      body: {
        name: "A",
        mainColor: { federatedId: "RED" },
        supplier: { federatedId: "M" },
        colors: [blue.id, { federatedId: "RED" }],
      },
    });
    const again = await world.call("PUT", `/items/${body.id}`, {
      body: { colorsObject: [{ federatedId: "BLUE" }, { federatedId: "RED" }], supplierId: { federatedId: "M" } },
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({ mainColor: red.id, supplierId: mill.id, colors: [blue.id, red.id] });
    expect(again.body.version).toBe(1);
  });

  test("names projects, items, workspaces and assortments", async () => {
    const project = await world.create("projects", { name: "Fall", federatedId: "FW" });
    const item = await world.create("items", { name: "A", federatedId: "S1" });
    await world.call("PUT", `/workspaces/${project.rootWorkspaceId}`, { body: { federatedId: "FW-ROOT" } });

    const folder = await world.create("workspaces", { name: "Men", parentWorkspace: { federatedId: "FW-ROOT" } });
    const projectItem = await world.create("project-items", {
      project: { federatedId: "FW" },
      item: { federatedId: "S1" },
      federatedId: "FW-S1",
    });
    const source = await world.create("assortments", {
      name: "Base",
      federatedId: "BASE",
      workspace: { federatedId: "FW-ROOT" },
    });
    const composite = await world.create("assortments", {
      name: "All",
      federatedId: "ALL",
      workspace: { federatedId: "FW-ROOT" },
      composedFromAssortments: [{ federatedId: "BASE" }],
    });
    const member = await world.create("assortment-items", {
      assortment: { federatedId: "BASE" },
      item: { federatedId: "S1" },
      projectItem: { federatedId: "FW-S1" },
    });

    expect(folder).toMatchObject({ parentWorkspaceId: project.rootWorkspaceId, projectId: project.id });
    expect(projectItem).toMatchObject({ projectId: project.id, itemId: item.id });
    expect(composite.composedFromAssortmentIds).toEqual([source.id]);
    expect(member).toMatchObject({ assortmentId: source.id, itemId: item.id, projectItemId: projectItem.id });
  });

  test("to a missing entity fails with the field and the value, beside all other errors", async () => {
    const { status, body } = await world.call("POST", "/items", {
      body: {
        roles: ["option"],
        itemFamily: { federatedId: "S1" },
        mainColor: { federatedId: "RED" },
        colors: [{ federatedId: "GREEN" }],
      },
    });

    expect(status).toBe(400);
    expect(body.errors).toEqual([
      {
        pointer: "#/itemFamily",
        code: "unknown-reference",
        detail:
          "itemFamily names S1, but there is no item with that federatedId. Create it first; in a batch, in an earlier operation.",
      },
      expect.objectContaining({ pointer: "#/mainColor", code: "unknown-reference" }),
      expect.objectContaining({ pointer: "#/colors", code: "unknown-reference" }),
      expect.objectContaining({ pointer: "#/name", code: "required" }),
    ]);
  });

  test("must be of the type of its field", async () => {
    await world.create("custom-entities", { name: "T", typePath: "custom-entity:trim", federatedId: "T" });

    const { body } = await world.call("POST", "/items", { body: { name: "A", supplier: { federatedId: "T" } } });

    expect(body.errors).toMatchObject([{ pointer: "#/supplier", code: "unknown-reference" }]);
    expect(body.detail).toContain("there is no custom-entity:supplier with that federatedId");
  });

  test("to an unreadable entity fails like one to a missing entity", async () => {
    await world.create("colors", { name: "Red", federatedId: "RED" });
    const key = await world.keyWith({ rights: [{ verbs: ["read", "create"], typePath: "item:*" }] });

    const hidden = await world.call("POST", "/items", { key, body: { name: "A", mainColor: { federatedId: "RED" } } });
    const missing = await world.call("POST", "/items", { key, body: { name: "A", mainColor: { federatedId: "REX" } } });

    expect(hidden.status).toBe(400);
    expect(JSON.stringify(hidden.body.errors).replace("RED", "REX")).toBe(JSON.stringify(missing.body.errors));
  });

  test("may repeat the id, but not contradict it", async () => {
    const style = await world.create("items", { name: "Style 1", federatedId: "S1" });
    const other = await world.create("items", { name: "Style 2" });
    const itemFamily = { federatedId: "S1" };

    const answers = [
      await world.call("POST", "/items", { body: { name: "R", itemFamilyId: style.id, itemFamily } }),
      await world.call("POST", "/items", { body: { name: "R", itemFamilyId: other.id, itemFamily } }),
      await world.call("POST", "/items", { body: { name: "R", itemFamilyId: null, itemFamily } }),
      await world.call("PUT", `/items/${style.id}`, {
        body: { itemFamilyId: style.id, itemFamily: { federatedId: "S2" } },
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 400, 400, 400]);
    expect(answers[1]?.body.detail).toBe("itemFamily and itemFamilyId name different entities. Send one of them.");
  });

  test.each([
    { itemFamily: { id: "AAAAAAAAAAAAAAAA" } },
    { itemFamily: { federatedId: 7 } },
    { itemFamily: { federatedId: "" } },
    { itemFamily: { federatedId: "S".repeat(513) } },
    { itemFamily: { federatedId: "S1", name: "Style 1" } },
    { itemFamilyId: { name: "S1" } },
    { mainColor: {} },
    { colors: [{ federatedId: null }] },
    { buyer: { federatedId: "U" } },
    { photo: { federatedId: "P" } },
  ])("is refused in another form: %j", async (fields) => {
    const { status, body } = await world.call("POST", "/items", { body: { name: "A", ...fields } });

    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: `#/${Object.keys(fields)[0]}`, code: "invalid-value" }]);
  });

  test("may name the entity itself", async () => {
    const { status, body } = await world.call("PUT", "/items/federated/S1", {
      body: { name: "A", itemFamily: { federatedId: "S1" } },
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({ itemFamilyId: body.id, roles: ["family"] });
  });

  test("leaves a relation that is sent back as it was read alone", async () => {
    await world.create("items", { name: "Style 1", federatedId: "S1" });
    const other = await world.create("items", { name: "Style 2" });
    const { id } = await world.create("items", { name: "R", itemFamily: { federatedId: "S1" } });
    const { body: read } = await world.call("GET", `/items/${id}?relations=itemFamily`);

    const { status, body } = await world.call("PUT", `/items/${id}`, { body: { ...read, itemFamilyId: other.id } });

    expect(read.itemFamily).toMatchObject({ federatedId: "S1" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ itemFamilyId: other.id, version: 2 });
  });
});

describe("a batch", () => {
  const style = { op: "upsert", federatedId: "S1", object: { name: "Style 1" } };
  const options = ["R", "G"].map((name) => ({
    op: "upsert",
    federatedId: `S1-${name}`,
    object: { name, itemFamily: { federatedId: "S1" } },
  }));

  test("creates a style with its options at once, and writes nothing the second time", async () => {
    const first = await world.call("POST", "/items/batch", { body: { operations: [style, ...options] } });
    const second = await world.call("POST", "/items/batch", { body: { operations: [style, ...options] } });

    expect(statusesOf(first)).toEqual([201, 201, 201]);
    const [family] = first.body.results;
    expect(first.body.results[2].object).toMatchObject({ itemFamilyId: family.id, roles: ["option"] });
    expect(statusesOf(second)).toEqual([200, 200, 200]);
    expect(second.body.results[2].object.version).toBe(1);
  });

  test("can be tried in a dry run", async () => {
    const { body } = await world.call("POST", "/items/batch?dryRun=true", {
      body: { operations: [style, ...options] },
    });

    expect(body.results[1].object.itemFamilyId).toBe(body.results[0].id);
    expect(await world.countRows("entities")).toBe(0);
  });

  test("fails as a whole where an option comes before its style", async () => {
    const { status, body } = await world.call("POST", "/items/batch", { body: { operations: [...options, style] } });

    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({
      pointer: "#/operations/0/object/itemFamily",
      code: "unknown-reference",
    });
    expect(await world.countRows("entities")).toBe(0);
  });

  test("that is not atomic writes all but the options of a style that failed", async () => {
    const failing = { op: "create", federatedId: "S1", object: {} };
    const operations = [failing, ...options, { op: "create", object: { name: "B" } }];

    const answer = await world.call("POST", "/items/batch", { body: { operations, atomic: false } });

    expect(statusesOf(answer)).toEqual([400, 400, 400, 201]);
  });

  test("cannot refer to an entity that an earlier operation deletes or gives another federatedId", async () => {
    await world.create("items", { name: "Style 1", federatedId: "S1" });
    const renamed = { op: "update", federatedId: "S1", object: { federatedId: "S9" } };

    const answer = await world.call("POST", "/items/batch", {
      body: { operations: [renamed, ...options], atomic: false },
    });

    expect(statusesOf(answer)).toEqual([200, 400, 400]);
  });

  test("numbers a style that later operations refer to", async () => {
    const numbered = await buildEntityWorld(service, {
      item: { properties: [{ slug: "code", propertyType: "sequence", prefix: "ST-", digits: 3 }] },
    });

    const { body } = await numbered.call("POST", "/items/batch", {
      body: { operations: [style, ...options, { op: "update", federatedId: "S1", object: { name: "Style one" } }] },
    });

    const codes = body.results.map(({ object }: { object: { code: string } }) => object.code);
    expect(codes).toEqual(["ST-001", "ST-002", "ST-003", "ST-001"]);
  });
});
