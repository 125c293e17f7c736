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

describe("reading an entity", () => {
  test("an entity that is missing, of another type or of another org returns the same 404", async () => {
    const color = await world.create("colors", { name: "Red" });
    const other = await (await buildEntityWorld(service)).create("items", { name: "Parka" });

    const answers = await Promise.all(
      ["AAAAAAAAAAAAAAAA", color.id, other.id, "no id at all"].map((id) =>
        world.call("GET", `/items/${encodeURIComponent(id)}`),
      ),
    );

    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(Object.keys(body)).toEqual(["type", "title", "status", "detail", "instance", "code", "requestId"]);
      expect(body.detail).toMatch(/^There is no item .+ that this credential may read\.$/);
    }
  });

  test("an id that the database cannot store does not exist, and cannot be created", async () => {
    const answers = await Promise.all([
      world.call("GET", "/items/a%00b"),
      world.call("PUT", "/items/a%00b", { body: { name: "x" } }),
      world.call("DELETE", "/items/a%00b"),
      world.call("GET", "/items/federated/a%00b"),
      world.call("PUT", "/items/federated/a%00b", { body: { name: "x" } }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 400]);
  });

  test("the singular and a trailing slash also work", async () => {
    const created = await world.call("POST", "/size-range-template/", {
      body: { name: "Tops", sizeRange: { sizes: ["S", "M"] } },
    });

    const read = await world.call("GET", `/size-range-template/${created.body.id}/`);

    expect(created.status).toBe(201);
    expect(created.headers.get("location")).toBe(`/api/size-range-templates/${created.body.id}`);
    expect(read.body).toEqual(created.body);
  });
});

describe("creating", () => {
  test("every error is reported, each with its pointer", async () => {
    const { status, body } = await world.call("POST", "/colors", {
      body: { federatedId: 7, hex: "nothing", red: 300, green: "0" },
    });

    expect(status).toBe(400);
    expect(body.code).toBe("invalid-request");
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      "#/federatedId",
      "#/green",
      "#/hex",
      "#/name",
      "#/red",
    ]);
  });

  test("special characters are escaped in a pointer", async () => {
    const { body } = await world.call("POST", "/items", { body: { name: "Parka", [`a/b~${"x".repeat(130)}`]: 1 } });

    expect(body.errors[0].pointer).toBe(`#/a~1b~0${"x".repeat(130)}`);
  });

  test("a name is required where the type requires it, and only there", async () => {
    const project = await world.create("projects", { name: "Spring" });
    const item = await world.create("items", { name: "Parka" });

    const answers = await Promise.all([
      ...["items", "colors", "projects", "size-range-templates"].map((plural) =>
        world.call("POST", `/${plural}`, { body: {} }),
      ),
      world.call("POST", "/project-items", { body: { projectId: project.id, itemId: item.id } }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 201]);
  });

  test("a typePath must start with the root type", async () => {
    for (const typePath of ["color", "items", "item:", ":item", "item::a", "item:a b", 7, {}, "ITEM", ""]) {
      const { status, body } = await world.call("POST", "/items", { body: { name: "Parka", typePath } });

      expect({ typePath, status, pointer: body.errors?.[0].pointer }).toEqual({
        typePath,
        status: 400,
        pointer: "#/typePath",
      });
    }
  });

  test("a federatedId in use returns 409 with the id that has it, within the same type only", async () => {
    const first = await world.create("items", { name: "Parka", federatedId: "P-1" });

    const second = await world.call("POST", "/items", { body: { name: "Coat", federatedId: "P-1" } });
    const color = await world.call("POST", "/colors", { body: { name: "Red", federatedId: "P-1" } });

    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ code: "conflict", existingId: first.id, property: "federatedId" });
    expect(color.status).toBe(201);
  });

  test("an entity read elsewhere can be sent: its id and times are ignored", async () => {
    const first = await world.create("items", { name: "Parka" });

    const { itemFamilyId: _, ...copy } = first;
    const second = await world.create("items", copy);

    expect(second.id).not.toBe(first.id);
    expect(second).toMatchObject({ name: "Parka", version: 1, itemFamilyId: second.id });
  });
});

describe("updating", () => {
  test("only the sent fields change, and null clears", async () => {
    const { id } = await world.create("items", { name: "Parka", federatedId: "P-1", price: 5, note: "warm" });

    const { status, body } = await world.call("PUT", `/items/${id}`, { body: { federatedId: null, note: null } });

    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Parka", price: 5, version: 2 });
    expect(body).not.toHaveProperty("federatedId");
    expect(body).not.toHaveProperty("note");
  });

  test("a client may send back what it read; that changes nothing and leaves no record", async () => {
    const created = await world.create("colors", {
      name: "Red",
      hex: "#FF0000",
      federatedId: "R",
      extra: [1, { a: 2 }],
    });

    const { status, body, headers } = await world.call("PUT", `/colors/${created.id}`, { body: created });

    expect(status).toBe(200);
    expect(headers.get("etag")).toBe('"1"');
    expect(body).toEqual(created);
    expect(await world.changes()).toHaveLength(1);
  });

  test("another id in the body is rejected", async () => {
    const { id } = await world.create("items", { name: "Parka" });

    const { status, body } = await world.call("PUT", `/items/${id}`, { body: { id: "AAAAAAAAAAAAAAAA" } });

    expect(status).toBe(400);
    expect(body.errors[0].pointer).toBe("#/id");
  });

  test("PATCH with a merge patch is the same verb", async () => {
    const { id } = await world.create("items", { name: "Parka", price: 5 });

    const { status, body } = await world.call("PATCH", `/items/${id}`, {
      headers: { "content-type": "application/merge-patch+json" },
      body: { price: null, size: "M" },
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({ size: "M", version: 2 });
    expect(body).not.toHaveProperty("price");
  });

  test("a missing entity, or one of another type, is not found", async () => {
    const color = await world.create("colors", { name: "Red" });

    const answers = await Promise.all([
      world.call("PUT", "/items/AAAAAAAAAAAAAAAA", { body: { name: "x" } }),
      world.call("PUT", `/items/${color.id}`, { body: { name: "x" } }),
      world.call("DELETE", `/items/${color.id}`),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test("a federatedId in use is rejected, unless it is the entity's own", async () => {
    const first = await world.create("items", { name: "Parka", federatedId: "P-1" });
    const { id } = await world.create("items", { name: "Coat", federatedId: "P-2" });

    const taken = await world.call("PUT", `/items/${id}`, { body: { federatedId: "P-1" } });
    const own = await world.call("PUT", `/items/${id}`, { body: { federatedId: "P-2", name: "Cape" } });

    expect(taken.status).toBe(409);
    expect(taken.body.existingId).toBe(first.id);
    expect(own.body).toMatchObject({ federatedId: "P-2", name: "Cape", version: 2 });
  });

  test("a typePath can change within the root type", async () => {
    const { id } = await world.create("items", { name: "Parka" });

    const changed = await world.call("PUT", `/items/${id}`, { body: { typePath: "item:apparel" } });
    const refused = await world.call("PUT", `/items/${id}`, { body: { typePath: "color" } });

    expect(changed.body).toMatchObject({ typePath: "item:apparel", version: 2 });
    expect(refused.status).toBe(400);
  });
});

describe("federatedId", () => {
  test("an upsert creates, then updates, then changes nothing", async () => {
    const path = "/items/federated/P-1";

    const created = await world.call("PUT", path, { body: { name: "Parka" } });
    const changed = await world.call("PUT", path, { body: { name: "Coat" } });
    const same = await world.call("PUT", path, { body: { name: "Coat", federatedId: "P-1" } });
    const read = await world.call("GET", path);

    expect([created.status, changed.status, same.status]).toEqual([201, 200, 200]);
    expect(created.headers.get("location")).toBe(`/api/items/${created.body.id}`);
    expect(changed.body).toMatchObject({ id: created.body.id, version: 2, federatedId: "P-1" });
    expect(read.body).toEqual(same.body);
    expect(read.headers.get("etag")).toBe('"2"');
  });

  test.each(["a/b", "a b", "50%", "größe-尺寸-😀", "a?b#c", "a%2Fb", "'\"\\", "federated", "batch"])(
    "%j is a valid federatedId",
    async (federatedId) => {
      const path = `/items/federated/${encodeURIComponent(federatedId)}`;

      const created = await world.call("PUT", path, { body: { name: "Parka" } });
      const read = await world.call("GET", path);

      expect(created.status).toBe(201);
      expect(created.body.federatedId).toBe(federatedId);
      expect(read.body).toEqual(created.body);
    },
  );

  test("another federatedId in the body is rejected", async () => {
    const { status, body } = await world.call("PUT", "/items/federated/A", { body: { name: "x", federatedId: "B" } });

    expect(status).toBe(400);
    expect(body.errors[0].pointer).toBe("#/federatedId");
  });
});

describe("deleting", () => {
  test("a deleted entity is not found, also by a second deletion", async () => {
    const { id } = await world.create("items", { name: "Parka", federatedId: "P-1" });

    const first = await world.call("DELETE", `/items/${id}`);
    const second = await world.call("DELETE", `/items/${id}`);

    expect([first.status, second.status]).toEqual([204, 404]);
    expect(first.body).toBe("");
    expect((await world.call("GET", "/items/federated/P-1")).status).toBe(404);
  });
});

test("an entity read with relations may be sent back, and its relations are not stored", async () => {
  const family = await world.create("items", { name: "Parka" });
  const option = await world.create("items", { name: "Parka", itemFamilyId: family.id });
  const { body: read } = await world.call("GET", `/items/${option.id}?relations=itemFamily,createdBy`);

  const { body: sentBack } = await world.call("PUT", `/items/${option.id}`, { body: read });
  const { body: copied } = await world.call("POST", "/items", { body: { ...read, itemFamily: "text" } });

  expect(read.itemFamily.id).toBe(family.id);
  expect(sentBack).toEqual(option);
  expect(copied).toMatchObject({ itemFamily: "text", itemFamilyId: family.id });
  expect(copied).not.toHaveProperty("createdBy");
});
