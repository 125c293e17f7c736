import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../platform/ids.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { applyMemberLoad } from "./apply-member-load.ts";
import { stageMembers } from "./staged-member-store.ts";
import {
  type AssortmentWorld,
  buildAssortmentWorld,
  buildWriter,
  type ListeningServices,
  startListeningServices,
} from "./testing/assortment-world.ts";
import { AssortmentBusyError, lockAssortments } from "./write-assortment.ts";

let service: TestService;
let otherNode: TestService;
let listening: ListeningServices;
let world: AssortmentWorld;
let items: string[];

beforeAll(async () => {
  service = await startTestService();
  otherNode = await startTestService({}, service);
  listening = startListeningServices(service);
});

afterAll(async () => {
  await listening.close();
  await otherNode.stop();
  await service.stop();
});

beforeEach(async () => {
  world = await buildAssortmentWorld(service);
  items = await world.items("A", "B", "C", "D", "E", "F", "G", "H");
});

async function load(assortmentId: string, itemIds: readonly string[]) {
  const stageId = newId();
  const members = itemIds.map((itemId, index) => ({
    assortmentId,
    itemId,
    rowNumber: index + 2,
    isDropped: false,
    fields: {},
  }));
  await service.database.db.transaction((tx) => stageMembers(tx, world.org.id, stageId, members));
  const input = { orgId: world.org.id, stageId, assortmentId, isPartial: false, isPublished: true };
  return applyMemberLoad(listening.services, buildWriter(), input, async () => {});
}

describe("publishes of one assortment", () => {
  test("run one after the other on two nodes and lose nothing", async () => {
    const assortmentId = await world.assortment("Core");

    const answers = await Promise.all(
      items.map((itemId, index) =>
        world.call("POST", `/assortments/${assortmentId}/items`, {
          body: { itemIds: [itemId] },
          node: index % 2 === 0 ? service : otherNode,
        }),
      ),
    );

    const changes = await world.history(assortmentId);
    expect(answers.map(({ status }) => status)).toEqual(items.map(() => 200));
    expect(changes.map(({ adds, summary }) => [adds, summary.itemCount])).toEqual(
      items.map((_, index) => [1, items.length - index]),
    );
  });

  test("that update the same composite from two sources do not interfere", async () => {
    const sources = [await world.assortment("Men"), await world.assortment("Women")];
    const all = await world.assortment("All", { composedFromAssortmentIds: sources });

    const answers = await Promise.all(items.map((itemId, index) => world.add(sources[index % 2] ?? "", [itemId])));

    expect(answers.map(({ status }) => status)).toEqual(items.map(() => 200));
    expect(await world.itemsIn(all)).toEqual(items.toSorted());
    expect(await world.history(all)).toHaveLength(items.length);
  });

  test("by a load do not block other writes, including to its members, and a second load waits", async () => {
    const assortmentId = await world.assortment("Core");
    const hold = listening.holdNext();
    const first = load(assortmentId, items.slice(0, 2));
    await hold.reached;

    const item = await world.call("POST", "/items", { body: { name: "Meanwhile" } });
    const member = await world.call("POST", "/assortment-items", { body: { assortmentId, itemId: items[5] } });
    const second = load(assortmentId, items.slice(2, 4));
    hold.letGo();
    const outcomes = [await first, await second];

    expect([item.status, member.status]).toEqual([201, 201]);
    expect(outcomes).toMatchObject([{ added: 2 }, { added: 2, removed: 3 }]);
    expect(await world.itemsIn(assortmentId)).toEqual(items.slice(2, 4));
  });

  test("by a load do not block changes of its items and of the assortment itself", async () => {
    const assortmentId = await world.assortment("Core");
    const hold = listening.holdNext();
    const loading = load(assortmentId, items);
    await hold.reached;

    const item = await world.call("PUT", `/items/${items[0]}`, { body: { name: "Meanwhile" } });
    const named = await world.call("PUT", `/assortments/${assortmentId}`, { body: { name: "Meanwhile" } });
    const deleting = world.call("DELETE", `/items/${items[1]}`);
    hold.letGo();

    expect([item.status, named.status]).toEqual([200, 200]);
    expect((await loading).added).toBe(items.length);
    expect((await deleting).status).toBe(409);
    expect((await world.call("GET", `/assortments/${assortmentId}`)).body).toMatchObject({
      name: "Meanwhile",
      summary: { itemCount: items.length },
    });
  });

  test("that race with the deletion of the assortment fail or come first, and leave nothing behind", async () => {
    const assortmentId = await world.assortment("Core");

    const [added] = await Promise.all([
      world.add(assortmentId, items),
      world.call("DELETE", `/assortments/${assortmentId}?cascade=true`),
    ]);
    await world.call("DELETE", `/assortments/${assortmentId}?cascade=true`);

    expect([200, 404]).toContain(added.status);
    expect(await world.itemsIn(assortmentId)).toEqual([]);
  });
});

describe("two loads of two assortments", () => {
  test("in opposite order do not deadlock", async () => {
    const [one, two] = [await world.assortment("One"), await world.assortment("Two")];
    const inOrder = async (ids: readonly string[], itemIds: readonly string[]) => {
      for (const id of ids) {
        await load(id, itemIds);
      }
    };

    await Promise.all([inOrder([one, two], items.slice(0, 4)), inOrder([two, one], items.slice(4))]);

    expect([await world.itemsIn(one), await world.itemsIn(two)].map(({ length }) => length)).toEqual([4, 4]);
  });

  test("that lock both get all locks or none", async () => {
    const { db } = service.database;
    const lock = (ids: readonly string[]) => db.transaction((tx) => lockAssortments(tx, world.org.id, ids));

    await db.transaction(async (tx) => {
      await lockAssortments(tx, world.org.id, ["one", "two"]);
      await expect(lock(["two", "one"])).rejects.toThrow(AssortmentBusyError);
      await expect(lock(["three", "two"])).rejects.toThrow(AssortmentBusyError);
      await lock(["three"]);
    });
    await lock(["two", "one"]);
  });
});
