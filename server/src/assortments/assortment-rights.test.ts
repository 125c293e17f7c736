import type { Right } from "@weft/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BuiltKey } from "../testing/builders.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { type AssortmentWorld, buildAssortmentWorld } from "./testing/assortment-world.ts";

let service: TestService;
let world: AssortmentWorld;
let assortmentId: string;
let changeId: string;
let items: string[];

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

/** An assortment with A and B. Each has a value that not every caller may read. */
beforeEach(async () => {
  world = await buildAssortmentWorld(service);
  assortmentId = await world.assortment("Core");
  items = await world.items("A", "B", "C");
  for (const itemId of items.slice(0, 2)) {
    await world.create("assortment-items", { assortmentId, itemId, placement: "window", margin: 40 });
  }
  changeId = (await world.call("POST", `/assortments/${assortmentId}/publish`)).body.publishChangeId;
});

const readItems: Right = { verbs: ["read"], typePath: "item:*" };
const readAssortments: Right = { verbs: ["read"], typePath: "assortment:*" };
const changeAssortments: Right = { verbs: ["read", "update"], typePath: "assortment:*" };
const readMembers: Right = { verbs: ["read"], typePath: "assortment-item:*" };

function keyWith(...rights: Right[]): Promise<BuiltKey> {
  return world.keyWith({ rights });
}

function write(method: "POST" | "DELETE", key: BuiltKey) {
  return world.call(method, `/assortments/${assortmentId}/items`, { body: { itemIds: items }, key });
}

describe("a change of the members", () => {
  test.each([
    ["nothing at all", [], 404],
    ["only members", [{ verbs: ["read", "create", "delete"], typePath: "assortment-item:*" }], 404],
    ["to read", [readAssortments, readItems, readMembers], 403],
    ["to change the assortment, but no members", [changeAssortments, readItems, readMembers], 403],
    [
      "to change all of it in another project",
      [{ verbs: ["read", "update", "create", "delete"], typePath: "*", projectId: "AAAAAAAAAAAAAAAA" }],
      404,
    ],
  ] satisfies [string, Right[], number][])("is denied with permission %s", async (_, rights, status) => {
    const key = await keyWith(...rights);

    const answers = [await write("POST", key), await write("DELETE", key)];

    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    expect(await world.itemsIn(assortmentId)).toEqual(items.slice(0, 2));
  });

  test("requires permission to change the assortment, and the verb on members", async () => {
    const members: Right = { verbs: ["read", "create", "delete"], typePath: "assortment-item:*" };
    const key = await keyWith(changeAssortments, readItems, members);

    const added = await write("POST", key);
    const removed = await write("DELETE", key);

    expect([added.status, removed.status]).toEqual([200, 200]);
  });

  test("treats an item that may not be read as nonexistent", async () => {
    const key = await keyWith(changeAssortments, { verbs: ["read", "create"], typePath: "assortment-item:*" });

    const { status, body } = await write("POST", key);

    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: "#/itemIds/2", code: "unknown-reference" }]);
  });

  test("treats a member that may not be read as absent and does not return its id", async () => {
    const key = await keyWith(changeAssortments, readItems, {
      verbs: ["create", "delete"],
      typePath: "assortment-item:*",
    });

    const added = await write("POST", key);
    const removed = await write("DELETE", key);

    expect(added.body.items[0]).toEqual({ itemId: items[0], outcome: "unchanged" });
    expect(removed.body.items).toEqual(items.map((itemId) => ({ itemId, outcome: "absent" })));
    expect(await world.itemsIn(assortmentId)).toHaveLength(3);
  });

  test("publishing requires permission to change the assortment", async () => {
    const path = `/assortments/${assortmentId}/publish`;

    const reader = await world.call("POST", path, { key: await keyWith(readAssortments) });
    const editor = await world.call("POST", path, { key: await keyWith(changeAssortments) });

    expect([reader.status, editor.status]).toEqual([403, 200]);
  });
});

describe("the history", () => {
  const paths = () => [
    `/assortments/${assortmentId}/history`,
    `/assortments/${assortmentId}/history/${changeId}`,
    `/assortments/${assortmentId}/history/${changeId}/baseline`,
  ];

  test("is not found for callers that may not read the assortment", async () => {
    const key = await keyWith(readMembers, readItems);

    const answers = await Promise.all(paths().map((path) => world.call("GET", path, { key })));

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test("shows no members to callers that may not read them", async () => {
    const key = await keyWith(readAssortments);

    const [list, one, baseline] = await Promise.all(paths().map((path) => world.call("GET", path, { key })));

    expect(list?.body.results).toMatchObject([{ adds: 2 }]);
    expect(one?.body.details).toEqual([]);
    expect(baseline?.body).toBe("");
  });

  test("shows only the readable fields of members", async () => {
    const key = await keyWith(readAssortments, { ...readMembers, fields: ["placement"] });

    const [, one, baseline] = await Promise.all(paths().map((path) => world.call("GET", path, { key })));

    expect(one?.body.details).toHaveLength(2);
    expect(one?.body.details[0].after).toEqual({ typePath: "assortment-item", placement: "window" });
    expect(one?.body.details[0]).not.toHaveProperty("itemId");
    expect(baseline?.body).not.toContain("margin");
    expect(baseline?.body).toContain("placement");
  });

  test("is not accessible to another org", async () => {
    const stranger = await buildAssortmentWorld(service);

    const answers = await Promise.all(paths().map((path) => stranger.call("GET", path)));

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});
