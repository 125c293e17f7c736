import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { type AssortmentWorld, buildAssortmentWorld } from "./testing/assortment-world.ts";

let service: TestService;
let world: AssortmentWorld;
let assortmentId: string;
let items: string[];

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildAssortmentWorld(service);
  assortmentId = await world.assortment("Core");
  items = await world.items("A", "B", "C");
});

const itemsPath = () => `/assortments/${assortmentId}/items`;
const publishPath = () => `/assortments/${assortmentId}/publish`;

async function memberOf(itemId: string | undefined) {
  const criteria = encodeURIComponent(JSON.stringify({ assortmentId, itemId }));
  return (await world.call("GET", `/assortment-items?criteria=${criteria}`)).body.results[0];
}

describe("added items", () => {
  test("become members and are published in the same step", async () => {
    const { status, body, headers } = await world.add(assortmentId, items);

    const assortment = await world.call("GET", `/assortments/${assortmentId}`);
    const [change] = await world.history(assortmentId);
    expect(status).toBe(200);
    expect(body.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["added", "added", "added"]);
    expect(await world.itemsIn(assortmentId)).toEqual(items.toSorted());
    expect(assortment.body.summary).toEqual(body.summary);
    expect(body.summary).toMatchObject({ itemCount: 3, familyCount: 3, optionCount: 0 });
    expect(headers.get("etag")).toBe(assortment.headers.get("etag"));
    expect(change).toMatchObject({ id: body.publishChangeId, adds: 3, updates: 0, deletes: 0, source: "api" });
    expect(change.summary).toEqual(body.summary);
  });

  test("share one change set with the summary, each with its change record", async () => {
    await world.add(assortmentId, items);

    const [change] = await world.history(assortmentId);
    const records = (await world.changes()).filter(({ change_set_id }) => change_set_id === change.changeSetId);
    const kinds = records.map(({ entity_type, action }) => `${entity_type} ${action}`);
    expect(kinds).toEqual([...items.map(() => "assortment-item create"), "assortment update"]);
  });

  test("that are members already are reported as unchanged, and publish nothing", async () => {
    await world.add(assortmentId, items.slice(0, 1));

    const some = await world.add(assortmentId, [...items.slice(0, 2), items[1] ?? ""]);
    const none = await world.add(assortmentId, items.slice(0, 2));

    expect(some.body.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      "unchanged",
      "added",
      "unchanged",
    ]);
    expect(some.body.items[1].assortmentItemId).toBe(some.body.items[2].assortmentItemId);
    expect(none.body).not.toHaveProperty("publishChangeId");
    expect(none.body.summary).toEqual(some.body.summary);
    expect(await world.history(assortmentId)).toHaveLength(2);
  });

  test("are counted as families and options", async () => {
    const option = await world.create("items", { name: "A red", itemFamilyId: items[0] });

    const { body } = await world.add(assortmentId, [items[0] ?? "", option.id]);

    expect(body.summary).toMatchObject({ itemCount: 2, familyCount: 1, optionCount: 1 });
  });

  test("are rejected together when one does not exist, each with its index", async () => {
    const unknown = "AAAAAAAAAAAAAAAA";

    const { status, body } = await world.add(assortmentId, [items[0] ?? "", unknown]);

    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: "#/itemIds/1", code: "unknown-reference" }]);
    expect(await world.itemsIn(assortmentId)).toEqual([]);
    expect(await world.history(assortmentId)).toEqual([]);
  });

  test.each([[{}], [{ itemIds: [] }], [{ itemIds: ["x"] }], [{ itemIds: "all" }], [[]]])(
    "%j is not a list of items",
    async (body) => {
      const { status } = await world.call("POST", itemsPath(), { body });

      expect(status).toBe(400);
    },
  );
});

describe("removed items", () => {
  test("are published in the same step; absent ones are reported", async () => {
    await world.add(assortmentId, items.slice(0, 2));

    const { status, body } = await world.call("DELETE", itemsPath(), { body: { itemIds: items } });

    const [change] = await world.history(assortmentId);
    expect(status).toBe(200);
    expect(body.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["removed", "removed", "absent"]);
    expect(body.summary).toMatchObject({ itemCount: 0 });
    expect(change).toMatchObject({ adds: 0, updates: 0, deletes: 2 });
    expect(await world.itemsIn(assortmentId)).toEqual([]);
  });
});

describe("changes by the generic verbs", () => {
  test("are published by hand, once", async () => {
    await world.add(assortmentId, items.slice(0, 2));
    const [a, b] = [await memberOf(items[0]), await memberOf(items[1])];
    await world.call("PUT", `/assortment-items/${a.id}`, { body: { placement: "window" } });
    await world.call("DELETE", `/assortment-items/${b.id}`);
    await world.create("assortment-items", { assortmentId, itemId: items[2] });

    const first = await world.call("POST", publishPath());
    const again = await world.call("POST", publishPath());

    const changes = await world.history(assortmentId);
    expect(first.body).toMatchObject({ isPublished: true, publishChangeId: changes[0].id });
    expect(changes[0]).toMatchObject({ adds: 1, updates: 1, deletes: 1 });
    expect(again.body).toMatchObject({ isPublished: false, summary: first.body.summary });
    expect(changes).toHaveLength(2);
  });

  test("are listed per member in the details", async () => {
    await world.add(assortmentId, items.slice(0, 2));
    const [a, b] = [await memberOf(items[0]), await memberOf(items[1])];
    await world.call("PUT", `/assortment-items/${a.id}`, { body: { placement: "window" } });
    await world.call("DELETE", `/assortment-items/${b.id}`);
    await world.create("assortment-items", { assortmentId, itemId: items[2], placement: "shelf" });

    const { body } = await world.call("POST", publishPath());

    const details = await world.details(assortmentId, body.publishChangeId);
    expect(details).toMatchObject([
      { action: "update", itemId: items[0], assortmentItemId: a.id, after: { placement: "window" } },
      { action: "delete", itemId: items[1], assortmentItemId: b.id, before: { itemId: items[1] } },
      { action: "add", itemId: items[2], after: { placement: "shelf" } },
    ]);
    expect(details[0].before).not.toHaveProperty("placement");
    expect(details[1]).not.toHaveProperty("after");
    expect(details[2]).not.toHaveProperty("before");
  });

  test("that are reverted publish nothing", async () => {
    await world.add(assortmentId, items.slice(0, 1));
    const member = await memberOf(items[0]);
    await world.call("PUT", `/assortment-items/${member.id}`, { body: { placement: "window" } });
    await world.call("PUT", `/assortment-items/${member.id}`, { body: { placement: null } });

    const { body } = await world.call("POST", publishPath());

    expect(body.isPublished).toBe(false);
  });

  test("a cascading deletion of an item is a delete in the next publish", async () => {
    await world.add(assortmentId, items);
    await world.call("DELETE", `/items/${items[1]}?cascade=true`);

    const { body } = await world.call("POST", publishPath());

    const [change] = await world.history(assortmentId);
    expect(change).toMatchObject({ adds: 0, updates: 0, deletes: 1 });
    expect(await world.details(assortmentId, change.id)).toMatchObject([{ action: "delete", itemId: items[1] }]);
    expect(body.summary.itemCount).toBe(2);
  });
});

describe("a manual write", () => {
  test("checks the version that the caller read", async () => {
    const stale = await world.call("POST", itemsPath(), {
      body: { itemIds: items },
      headers: { "if-match": '"7"' },
    });
    const current = await world.call("POST", itemsPath(), {
      body: { itemIds: items },
      headers: { "if-match": '"1"' },
    });

    expect(stale.status).toBe(412);
    expect(stale.body.currentVersion).toBe(1);
    expect(current.status).toBe(200);
    expect(current.headers.get("etag")).toBe('"2"');
  });

  test("is executed once per Idempotency-Key", async () => {
    const call = { body: { itemIds: items }, headers: { "idempotency-key": "add-1" } };

    const first = await world.call("POST", itemsPath(), call);
    const again = await world.call("POST", itemsPath(), call);
    const misused = await world.call("POST", itemsPath(), { ...call, body: { itemIds: items.slice(1) } });

    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(misused.status).toBe(422);
    expect(await world.history(assortmentId)).toHaveLength(1);
  });

  test("supports a dry run", async () => {
    const { body } = await world.call("POST", `${itemsPath()}?dryRun=true`, { body: { itemIds: items } });

    expect(body).toMatchObject({ summary: { itemCount: 3 } });
    expect(body).not.toHaveProperty("publishChangeId");
    expect(await world.itemsIn(assortmentId)).toEqual([]);
    expect(await world.history(assortmentId)).toEqual([]);
    expect((await world.call("GET", `/assortments/${assortmentId}`)).body).toMatchObject({ version: 1 });
  });
});

describe("the summary", () => {
  test("is accepted as it was read, and cannot be changed", async () => {
    await world.add(assortmentId, items);
    const { body } = await world.call("GET", `/assortments/${assortmentId}`);

    const echoed = await world.call("PUT", `/assortments/${assortmentId}`, { body: { ...body, name: "Basics" } });
    const forged = await world.call("PUT", `/assortments/${assortmentId}`, {
      body: { summary: { ...body.summary, itemCount: 7 } },
    });
    const created = await world.call("POST", "/assortments", {
      body: { name: "Forged", workspaceId: world.project.rootWorkspaceId, summary: { itemCount: 7 } },
    });

    expect(echoed.body).toMatchObject({ name: "Basics", summary: body.summary });
    expect(forged.body.errors).toMatchObject([{ pointer: "#/summary", code: "read-only" }]);
    expect(created.body.errors).toMatchObject([{ pointer: "#/summary", code: "read-only" }]);
  });
});
