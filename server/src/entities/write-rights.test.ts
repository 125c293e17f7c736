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
  world = await buildEntityWorld(service, { item: { properties: [{ slug: "price", propertyType: "number" }] } });
});

describe("rights by type", () => {
  test("a write on a readable entity is forbidden before anything else is validated", async () => {
    const { id } = await world.create("items", { name: "A" });
    const key = await world.keyWith({ preset: "read-only" });

    const answers = await Promise.all([
      world.call("POST", "/items", { key, body: { name: "B" } }),
      world.call("POST", "/items", { key, body: {} }),
      world.call("PUT", `/items/${id}`, { key, body: { name: "B" } }),
      world.call("PUT", `/items/${id}`, { key, body: { price: "x" } }),
      world.call("PUT", `/items/${id}`, { key, body: {} }),
      world.call("PUT", `/items/${id}`, { key, body: { name: "B" }, headers: { "if-match": '"9"' } }),
      world.call("DELETE", `/items/${id}`, { key }),
      world.call("PUT", "/items/federated/new", { key, body: { name: "B" } }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(403));
    expect(await world.changes()).toHaveLength(1);
  });

  test("an entity that may not be read does not exist for a writer", async () => {
    const { id } = await world.create("items", { name: "A", typePath: "item:secret", federatedId: "S" });
    const key = await world.keyWith({ rights: [{ verbs: ["read", "update", "delete", "create"], typePath: "item" }] });

    const answers = await Promise.all([
      world.call("GET", `/items/${id}`, { key }),
      world.call("PUT", `/items/${id}`, { key, body: { name: "B" } }),
      world.call("DELETE", `/items/${id}`, { key }),
      world.call("PUT", "/items/federated/S", { key, body: { name: "B" } }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  test("an entity cannot be moved to a type that may not be written", async () => {
    const { id } = await world.create("items", { name: "A", typePath: "item:open" });
    const key = await world.keyWith({ rights: [{ verbs: ["read", "update"], typePath: "item:open" }] });

    const { status } = await world.call("PUT", `/items/${id}`, { key, body: { typePath: "item:closed" } });

    expect(status).toBe(403);
  });

  test("a caller that may create but not read gets the system fields of the created entity", async () => {
    const key = await world.keyWith({ rights: [{ verbs: ["create"], typePath: "item:*" }] });

    const { status, body } = await world.call("POST", "/items", { key, body: { name: "A", price: 5 } });

    expect(status).toBe(201);
    expect(body).toMatchObject({ name: "A", version: 1 });
    expect(body).not.toHaveProperty("price");
  });

  test("each operation of a batch has its own result", async () => {
    const open = await world.create("items", { name: "A", typePath: "item:open" });
    const closed = await world.create("items", { name: "B", typePath: "item:closed" });
    const key = await world.keyWith({
      rights: [
        { verbs: ["read", "update"], typePath: "item:open" },
        { verbs: ["read"], typePath: "item:closed" },
      ],
    });
    const operations = [
      ...[open.id, closed.id].map((id) => ({ op: "update", id, object: { price: 1 } })),
      { op: "create", object: { name: "C", typePath: "item:open" } },
    ];

    const { body } = await world.call("POST", "/items/batch", { key, body: { operations, atomic: false } });

    expect(body.results.map(({ status }: { status: number }) => status)).toEqual([200, 403, 403]);
  });
});

describe("rights by field", () => {
  async function buildLimited() {
    const item = await world.create("items", { name: "A", price: 5, secret: "s", note: "n" });
    const key = await world.keyWith({
      rights: [
        { verbs: ["read"], typePath: "item:*", fields: ["price", "note"] },
        { verbs: ["create", "update"], typePath: "item:*", fields: ["price"] },
      ],
    });
    return { item, key };
  }

  test("only these fields may be written, and the entity may be sent back as it was read", async () => {
    const { item, key } = await buildLimited();
    const { body: seen } = await world.call("GET", `/items/${item.id}`, { key });

    const echo = await world.call("PUT", `/items/${item.id}`, { key, body: { ...seen, price: 6 } });
    const note = await world.call("PUT", `/items/${item.id}`, { key, body: { note: "m" } });
    const name = await world.call("PUT", `/items/${item.id}`, { key, body: { name: "B" } });
    const created = await world.call("POST", "/items", { key, body: { name: "B", price: 1 } });
    const refused = await world.call("POST", "/items", { key, body: { name: "B", note: "x" } });

    expect(seen).not.toHaveProperty("secret");
    expect(echo.body).toMatchObject({ price: 6, version: 2 });
    expect([note, name, created, refused].map(({ status }) => status)).toEqual([403, 403, 201, 403]);
  });

  test("a hidden value cannot be discovered by guessing", async () => {
    const { item, key } = await buildLimited();

    const wrong = await world.call("PUT", `/items/${item.id}`, { key, body: { secret: "t" } });
    const right = await world.call("PUT", `/items/${item.id}`, { key, body: { secret: "s" } });

    expect([wrong.status, right.status]).toEqual([403, 403]);
    expect(right.body.detail).toBe(wrong.body.detail);
  });
});

describe("rights by project", () => {
  async function buildTwoProjects() {
    const [mine, theirs] = [
      await world.create("projects", { name: "Mine" }),
      await world.create("projects", { name: "Theirs" }),
    ];
    const items = await Promise.all([1, 2, 3].map((n) => world.create("items", { name: `Item ${n}` })));
    const key = await world.keyWith({
      rights: [
        { verbs: ["read"], typePath: "item:*" },
        { verbs: ["read"], typePath: "project:*" },
        { verbs: ["read"], typePath: "workspace:*" },
        ...["project-item:*", "assortment:*", "assortment-item:*"].map((typePath) => ({
          verbs: ["read" as const, "create" as const, "update" as const, "delete" as const],
          typePath,
          projectId: mine.id,
        })),
      ],
    });
    return { mine, theirs, items, key };
  }

  test("apply in that project only", async () => {
    const { mine, theirs, items, key } = await buildTwoProjects();
    const hidden = await world.create("project-items", { projectId: theirs.id, itemId: items[0].id });
    const create = (projectId: string, itemId: string) =>
      world.call("POST", "/project-items", { key, body: { projectId, itemId } });

    const own = await create(mine.id, items[0].id);
    const foreign = await create(theirs.id, items[1].id);
    const missing = await world.call("POST", "/project-items", { key, body: { itemId: items[1].id } });
    const moved = await world.call("PUT", `/project-items/${own.body.id}`, { key, body: { projectId: theirs.id } });
    const unseen = await world.call("PUT", `/project-items/${hidden.id}`, { key, body: { note: 1 } });

    expect([own, foreign, missing, moved, unseen].map(({ status }) => status)).toEqual([201, 403, 400, 403, 404]);
  });

  test("follow the project that an assortment and its members take from their workspace", async () => {
    const { mine, theirs, items, key } = await buildTwoProjects();
    const create = (workspaceId: string, name: string) =>
      world.call("POST", "/assortments", { key, body: { name, workspaceId } });

    const own = await create(mine.rootWorkspaceId, "Own");
    const foreign = await create(theirs.rootWorkspaceId, "Foreign");
    const member = await world.call("POST", "/assortment-items", {
      key,
      body: { assortmentId: own.body.id, itemId: items[0].id },
    });

    expect([own, foreign, member].map(({ status }) => status)).toEqual([201, 403, 201]);
  });
});

describe("a cascade", () => {
  test("is limited to the caller's rights, and reveals nothing about what it found", async () => {
    const family = await world.create("items", { name: "A" });
    await world.create("items", { name: "B", itemFamilyId: family.id, typePath: "item:secret" });
    const key = await world.keyWith({ rights: [{ verbs: ["read", "delete"], typePath: "item" }] });

    const refused = await world.call("DELETE", `/items/${family.id}`, { key });
    const cascading = await world.call("DELETE", `/items/${family.id}?cascade=true`, { key });

    expect(refused.status).toBe(409);
    expect(refused.body.referencedBy).toEqual({});
    expect(refused.body.detail).toContain("may not read");
    expect(cascading.status).toBe(403);
    expect(JSON.stringify([refused.body, cascading.body])).not.toContain("secret");
  });

  test("clears a reference only in entities that the caller may change", async () => {
    world = await buildEntityWorld(service, {
      item: { properties: [{ slug: "colorId", propertyType: "object_reference", referenceType: "color" }] },
    });
    const red = await world.create("colors", { name: "Red" });
    await world.create("items", { name: "A", colorId: red.id });
    const key = await world.keyWith({
      rights: [
        { verbs: ["read", "delete"], typePath: "color:*" },
        { verbs: ["read"], typePath: "item:*" },
      ],
    });

    const { status } = await world.call("DELETE", `/colors/${red.id}?cascade=true`, { key });

    expect(status).toBe(403);
  });
});
