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
    item: { properties: [{ slug: "ean", unique: true }] },
  });
});

function send(operations: readonly object[], more: object = {}, query = ""): Promise<TestAnswer> {
  return world.call("POST", `/items/batch${query}`, { body: { operations, ...more } });
}

function statusesOf({ body }: TestAnswer): number[] {
  return body.results.map(({ status }: { status: number }) => status);
}

describe("a batch", () => {
  test("returns one result for each operation, in order", async () => {
    const old = await world.create("items", { name: "Old", federatedId: "O" });
    const gone = await world.create("items", { name: "Gone" });

    const answer = await send([
      { op: "create", object: { name: "A", federatedId: "A" } },
      { op: "update", id: old.id, object: { name: "Older" } },
      { op: "upsert", federatedId: "U", object: { name: "U" } },
      { op: "upsert", federatedId: "O", object: { name: "Older" } },
      { op: "delete", id: gone.id },
      { op: "update", federatedId: "A", object: { price: 1 } },
      { op: "create", federatedId: "F", object: { name: "F" } },
    ]);

    expect(answer.status).toBe(200);
    expect(statusesOf(answer)).toEqual([201, 200, 201, 200, 204, 200, 201]);
    expect(answer.body.results[1].object).toMatchObject({ id: old.id, name: "Older", version: 2 });
    expect(answer.body.results[4]).toEqual({ status: 204, id: gone.id });
    expect(answer.body.results[5].object).toMatchObject({ federatedId: "A", price: 1, version: 2 });
    expect(answer.body.results[6].object.federatedId).toBe("F");
  });

  test("may create, change and delete the same entity, and the history has each step", async () => {
    const answer = await send([
      { op: "create", object: { name: "A", federatedId: "A" } },
      { op: "update", federatedId: "A", object: { name: "B" } },
      { op: "upsert", federatedId: "A", object: { name: "B" } },
      { op: "delete", federatedId: "A" },
    ]);

    expect(statusesOf(answer)).toEqual([201, 200, 200, 204]);
    expect(await world.countRows("entities")).toBe(0);
    const changes = await world.changes();
    expect(changes.map(({ action, entity_version }) => [action, entity_version])).toEqual([
      ["create", 1],
      ["update", 2],
      ["delete", 3],
    ]);
    expect(new Set(changes.map(({ change_set_id }) => change_set_id)).size).toBe(1);
  });

  test("returns the time of the write for entities that it created itself", async () => {
    const answer = await send([
      { op: "create", object: { name: "A", federatedId: "A" } },
      { op: "upsert", federatedId: "A", object: { name: "A" } },
      { op: "update", federatedId: "A", object: { name: "B" } },
    ]);

    const times = answer.body.results.flatMap(({ object }: TestAnswer["body"]) => [object.createdOn, object.updatedOn]);
    expect(new Set(times).size).toBe(1);
    const { body } = await world.call("GET", "/items/federated/A");
    expect(times[0]).toBe(body.createdOn);
  });

  test("may delete an entity and assign its federatedId and unique value to a new one", async () => {
    const old = await world.create("items", { name: "Old", federatedId: "X", ean: "1" });

    const answer = await send([
      { op: "delete", id: old.id },
      { op: "create", object: { name: "New", federatedId: "X", ean: "1" } },
    ]);

    expect(statusesOf(answer)).toEqual([204, 201]);
    expect((await world.call("GET", "/items/federated/X")).body).toMatchObject({ name: "New", ean: "1" });
    expect(await world.countRows("unique_keys")).toBe(1);
  });

  test("may move a federatedId to another entity, new or existing", async () => {
    const [a, b] = [
      await world.create("items", { name: "A", federatedId: "X", ean: "1" }),
      await world.create("items", { name: "B", federatedId: "Y", ean: "2" }),
    ];

    const answer = await send([
      { op: "update", id: a.id, object: { federatedId: "Z", ean: "3" } },
      { op: "update", id: b.id, object: { federatedId: "X", ean: "1" } },
      { op: "create", object: { name: "C", federatedId: "Y", ean: "2" } },
    ]);

    expect(statusesOf(answer)).toEqual([200, 200, 201]);
    expect((await world.call("GET", "/items/federated/X")).body.id).toBe(b.id);
  });

  test("may swap two federatedIds and two unique values by clearing one first", async () => {
    const [a, b] = [
      await world.create("items", { name: "A", federatedId: "X", ean: "1" }),
      await world.create("items", { name: "B", federatedId: "Y", ean: "2" }),
    ];

    const answer = await send([
      { op: "update", id: a.id, object: { federatedId: null, ean: null } },
      { op: "update", id: b.id, object: { federatedId: "X", ean: "1" } },
      { op: "update", id: a.id, object: { federatedId: "Y", ean: "2" } },
    ]);

    expect(statusesOf(answer)).toEqual([200, 200, 200]);
    expect((await world.call("GET", `/items/${a.id}`)).body).toMatchObject({ federatedId: "Y", ean: "2", version: 3 });
    expect((await world.call("GET", `/items/${b.id}`)).body).toMatchObject({ federatedId: "X", ean: "1", version: 2 });
  });

  test("rejects values that an earlier operation has taken", async () => {
    const answer = await send(
      [
        { op: "create", object: { name: "A", federatedId: "A", ean: "1" } },
        { op: "create", object: { name: "B", federatedId: "A" } },
        { op: "create", object: { name: "C", ean: "1" } },
        { op: "create", object: { name: "D", federatedId: "D", ean: "2" } },
      ],
      { atomic: false },
    );

    expect(statusesOf(answer)).toEqual([201, 409, 409, 201]);
    expect(answer.body.results[1].problem.existingId).toBe(answer.body.results[0].id);
  });

  test("a failed operation leaves nothing behind that affects the next ones", async () => {
    const answer = await send(
      [
        { op: "create", object: { name: "A", federatedId: "A", typePath: "item:odd", itemFamilyId: "x" } },
        { op: "create", object: { name: "B", federatedId: "A" } },
      ],
      { atomic: false },
    );

    expect(statusesOf(answer)).toEqual([400, 201]);
    expect((await world.changes()).map(({ entity_type }) => entity_type)).toEqual(["item"]);
  });
});

describe("a batch with errors", () => {
  const operations = [
    { op: "create", object: { name: "A" } },
    { op: "create", object: { ean: 7, federatedId: 1 } },
    { op: "delete", id: "AAAAAAAAAAAAAAAA" },
  ];

  test("is rejected as a whole, with a pointer to each error", async () => {
    const { status, body } = await send(operations);

    expect(status).toBe(400);
    expect(body.code).toBe("batch-failed");
    expect(body.results.map((result: { status: number }) => result.status)).toEqual([424, 400, 404]);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      "#/operations/1/object/ean",
      "#/operations/1/object/federatedId",
      "#/operations/1/object/name",
      "#/operations/2",
    ]);
    expect(await world.countRows("entities")).toBe(0);
    expect(await world.changes()).toEqual([]);
  });

  test("that is not atomic writes the others, and each problem points into the request", async () => {
    const { status, body } = await send(operations, { atomic: false });

    expect(status).toBe(200);
    expect(body.results.map((result: { status: number }) => result.status)).toEqual([201, 400, 404]);
    expect(body.results[1].problem).toMatchObject({ code: "invalid-request", status: 400 });
    expect(body.results[1].problem.errors[0].pointer).toMatch(/^#\/operations\/1\/object\//);
    expect(await world.countRows("entities")).toBe(1);
  });

  test("in the operations themselves reports each of them", async () => {
    const { status, body } = await send([
      { op: "create" },
      { op: "update", object: {} },
      { op: "delete" },
      { op: "upsert", object: { name: "x" } },
      { op: "create", id: "AAAAAAAAAAAAAAAA", object: {} },
      { op: "create", federatedId: "A", object: { federatedId: "B" } },
    ]);

    expect(status).toBe(400);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => `#/operations/${index}`),
    );
  });

  test.each([
    [{ operations: [] }],
    [{}],
    [{ operations: [{ op: "burn" }] }],
    [{ operations: [{ op: "create", object: [] }] }],
    [{ operations: [{ op: "create", object: null }] }],
    [{ operations: "all" }],
    [{ operations: [{ op: "create", object: { name: "A" } }], atomic: "yes" }],
  ])("%j is not a batch", async (body) => {
    const { status } = await world.call("POST", "/items/batch", { body });

    expect(status).toBe(400);
  });
});

describe("a batch of 10,000", () => {
  const error = { op: "create", object: { name: 7 } };
  const drafts: object[] = Array.from({ length: 10_000 }, (_, index) => ({
    op: "create",
    object: {
      name: `Item ${index}`,
      federatedId: `F-${index}`,
      ean: `E-${index}`,
      typePath: "item:many",
      price: index,
    },
  }));

  test("is rejected for one error in the middle, or written without that operation", async () => {
    const operations = drafts.with(5000, error);

    const refused = await send(operations.slice(4_500, 5_500));
    const rowsAfterRefusal = await world.countRows("entities");
    const written = await send(operations, { atomic: false });

    expect(refused.status).toBe(400);
    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      "#/operations/500/object/name",
    ]);
    expect(rowsAfterRefusal).toBe(0);
    expect(statusesOf(written).filter((status) => status === 201)).toHaveLength(9_999);
    expect(statusesOf(written)[5000]).toBe(400);
    expect(await world.countRows("entities")).toBe(9_999);
    expect(await world.countRows("unique_keys")).toBe(9_999);
  }, 60_000);

  test("hundreds of deletions look up their references together", async () => {
    const created = await send(drafts.slice(0, 300));
    const ids: string[] = created.body.results.map(({ id }: { id: string }) => id);
    await world.create("items", { name: "Option", itemFamilyId: ids[150] });

    const answer = await send(
      ids.map((id) => ({ op: "delete", id })),
      { atomic: false },
    );

    expect(statusesOf(answer).filter((status) => status === 204)).toHaveLength(299);
    expect(answer.body.results[150].problem.referencedBy).toEqual({ item: 1 });
    expect(await world.countRows("entities")).toBe(2);
  });

  test("rejects one more operation", async () => {
    const { status, body } = await send([...drafts, error]);

    expect(status).toBe(400);
    expect(body.errors[0].pointer).toBe("#/operations");
  });
});
