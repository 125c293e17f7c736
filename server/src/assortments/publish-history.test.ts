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

async function memberOf(itemId: string | undefined) {
  const criteria = encodeURIComponent(JSON.stringify({ assortmentId, itemId }));
  return (await world.call("GET", `/assortment-items?criteria=${criteria}`)).body.results[0];
}

describe("the history", () => {
  test("is paged, newest first", async () => {
    for (const item of items) {
      await world.add(assortmentId, [item]);
    }

    const first = await world.call("GET", `/assortments/${assortmentId}/history?limit=2`);
    const second = await world.call(
      "GET",
      `/assortments/${assortmentId}/history?limit=2&nextPageKey=${first.body.nextPageKey}`,
    );

    const counts = [...first.body.results, ...second.body.results].map(({ summary }) => summary.itemCount);
    expect(counts).toEqual([3, 2, 1]);
    expect(second.body).not.toHaveProperty("nextPageKey");
  });

  test("has paged details", async () => {
    const { body } = await world.add(assortmentId, items);
    const path = `/assortments/${assortmentId}/history/${body.publishChangeId}?limit=2`;

    const first = await world.call("GET", path);
    const second = await world.call("GET", `${path}&nextPageKey=${first.body.nextPageKey}`);

    const shown = [...first.body.details, ...second.body.details].map(({ itemId }) => itemId);
    expect(shown).toEqual(items.toSorted());
    expect(second.body).not.toHaveProperty("nextPageKey");
  });

  test("keeps each baseline as it was published", async () => {
    const first = await world.add(assortmentId, items.slice(0, 2));
    const member = await memberOf(items[0]);
    await world.call("PUT", `/assortment-items/${member.id}`, { body: { placement: "window" } });
    const second = await world.call("DELETE", `/assortments/${assortmentId}/items`, {
      body: { itemIds: items.slice(1, 2) },
    });

    const baselineOf = async (changeId: string) => {
      const { body } = await world.call("GET", `/assortments/${assortmentId}/history/${changeId}/baseline`);
      return body
        .split("\n")
        .filter(Boolean)
        .map((line: string) => JSON.parse(line));
    };
    const [before, after] = [
      await baselineOf(first.body.publishChangeId),
      await baselineOf(second.body.publishChangeId),
    ];

    expect(before.map(({ itemId }: { itemId: string }) => itemId)).toEqual(items.slice(0, 2));
    expect(before[0]).toMatchObject({ id: member.id, version: 1, typePath: "assortment-item" });
    expect(before[0]).not.toHaveProperty("placement");
    expect(after).toMatchObject([{ id: member.id, itemId: items[0], placement: "window", version: 2 }]);
  });

  test.each(["", "/baseline"])("does not find a publish of another assortment%s", async (suffix) => {
    const other = await world.assortment("Other");
    const { body } = await world.add(assortmentId, items);

    const elsewhere = await world.call("GET", `/assortments/${other}/history/${body.publishChangeId}${suffix}`);
    const nowhere = await world.call("GET", `/assortments/${assortmentId}/history/AAAAAAAAAAAAAAAA${suffix}`);

    expect([elsewhere.status, nowhere.status]).toEqual([404, 404]);
  });

  test("rejects a page key of another list", async () => {
    const other = await world.assortment("Other");
    for (const item of items) {
      await world.add(other, [item]);
    }
    const { body } = await world.call("GET", `/assortments/${other}/history?limit=1`);

    const answers = await Promise.all(
      [body.nextPageKey, "x", Buffer.from(`["${assortmentId}","-1"]`).toString("base64url")].map((key) =>
        world.call("GET", `/assortments/${assortmentId}/history?nextPageKey=${key}`),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});
