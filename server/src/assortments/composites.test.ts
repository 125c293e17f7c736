import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { publishByHand } from "./change-by-hand.ts";
import {
  type AssortmentWorld,
  buildAssortmentWorld,
  buildWriter,
  type ListeningServices,
  startListeningServices,
} from "./testing/assortment-world.ts";

let service: TestService;
let listening: ListeningServices;
let world: AssortmentWorld;
let items: string[];
let [men, women]: string[] = [];

beforeAll(async () => {
  service = await shareTestService();
  listening = startListeningServices(service);
});

afterAll(async () => {
  await listening.close();
  await service.stop();
});

beforeEach(async () => {
  world = await buildAssortmentWorld(service);
  items = await world.items("A", "B", "C");
  men = await world.assortment("Men");
  women = await world.assortment("Women");
});

function composed(name: string, ...sourceIds: (string | undefined)[]): Promise<string> {
  return world.assortment(name, { composedFromAssortmentIds: sourceIds });
}

const home = () => ({ workspaceId: world.project.rootWorkspaceId });

async function summaryOf(id: string) {
  return (await world.call("GET", `/assortments/${id}`)).body.summary;
}

describe("a composite assortment", () => {
  test("becomes the union of its sources on every publish of one, with its own history entry", async () => {
    const all = await composed("All", men, women);

    await world.add(men ?? "", items.slice(0, 2));
    await world.add(women ?? "", items.slice(1));

    const changes = await world.history(all);
    expect(await world.itemsIn(all)).toEqual(items);
    expect(changes).toMatchObject([
      { adds: 1, deletes: 0 },
      { adds: 2, deletes: 0 },
    ]);
    expect(await summaryOf(all)).toMatchObject({ itemCount: 3 });
    const [source] = await world.history(women ?? "");
    expect(changes[0].changeSetId).toBe(source.changeSetId);
  });

  test("loses an item when its last source loses it", async () => {
    const all = await composed("All", men, women);
    await world.add(men ?? "", items.slice(0, 2));
    await world.add(women ?? "", items.slice(1));

    await world.call("DELETE", `/assortments/${men}/items`, { body: { itemIds: items.slice(0, 2) } });

    expect(await world.itemsIn(all)).toEqual(items.slice(1));
    expect((await world.history(all))[0]).toMatchObject({ adds: 0, deletes: 1 });
  });

  test("is not published when it is unchanged", async () => {
    const all = await composed("All", men, women);
    await world.add(men ?? "", items);

    await world.add(women ?? "", items.slice(0, 1));

    expect(await world.history(all)).toHaveLength(1);
  });

  test("propagates to further composites in any arrangement, each published once", async () => {
    // Everything is composed from All and from Men, so it must wait for All.
    const all = await composed("All", men, women);
    const everything = await composed("Everything", all, men);
    const top = await composed("Top", everything, all);

    const { body } = await world.add(men ?? "", items);

    expect(await world.itemsIn(top)).toEqual(items);
    for (const id of [men ?? "", all, everything, top]) {
      expect(await world.history(id)).toHaveLength(1);
    }
    expect(body.publishChangeId).toBe((await world.history(men ?? ""))[0].id);
  });

  test("raises its own event on a publish of its source", async () => {
    const all = await composed("All", men);
    await world.create("assortment-items", { assortmentId: men, itemId: items[0] });
    listening.receivedEvents();

    await publishByHand(listening.services, { orgId: world.org.id, assortmentId: men ?? "", writer: buildWriter() });

    const published = listening.receivedEvents().flatMap((event) => (event.kind === "named" ? [event.payload] : []));
    const [ofMen] = await world.history(men ?? "");
    const [ofAll] = await world.history(all);
    expect(published).toEqual([
      { assortmentId: men, assortmentPublishChangeId: ofMen.id },
      { assortmentId: all, assortmentPublishChangeId: ofAll.id },
    ]);
  });

  test("has the items of its sources as soon as it is created, in the returned version", async () => {
    await world.add(men ?? "", items.slice(0, 2));

    const { body: all } = await world.call("POST", "/assortments", {
      body: { ...home(), name: "All", composedFromAssortmentIds: [men, women] },
    });

    expect(all).toMatchObject({ version: 2, summary: { itemCount: 2 } });
    expect(await world.itemsIn(all.id)).toEqual(items.slice(0, 2));
    expect((await world.call("GET", `/assortments/${all.id}`)).body).toEqual(all);
    expect(await world.history(all.id)).toMatchObject([{ adds: 2, deletes: 0 }]);
  });

  test("is composed again when its sources change, with the composites above it", async () => {
    await world.add(men ?? "", items.slice(0, 1));
    await world.add(women ?? "", items.slice(1));
    const all = await composed("All", men);
    const top = await composed("Top", all);

    await world.call("PUT", `/assortments/${all}`, { body: { composedFromAssortmentIds: [women] } });

    expect(await world.itemsIn(all)).toEqual(items.slice(1));
    expect(await world.itemsIn(top)).toEqual(items.slice(1));
    expect((await world.history(all))[0]).toMatchObject({ adds: 2, deletes: 1 });
  });

  test("is composed in a batch and by external ID", async () => {
    await world.add(men ?? "", items);
    const object = { ...home(), name: "All", composedFromAssortmentIds: [men] };

    const batch = await world.call("POST", "/assortments/batch", { body: { operations: [{ op: "create", object }] } });
    const upsert = await world.call("PUT", "/assortments/federated/all", { body: { ...object, name: "Every" } });

    expect([batch.body.results[0].status, upsert.status]).toEqual([201, 201]);
    expect(await world.itemsIn(batch.body.results[0].id)).toEqual(items);
    expect(await world.itemsIn(upsert.body.id)).toEqual(items);
  });

  test("keeps its items when it is no longer composed", async () => {
    await world.add(men ?? "", items);
    const all = await composed("All", men);

    await world.call("PUT", `/assortments/${all}`, { body: { composedFromAssortmentIds: null } });
    const removed = await world.call("DELETE", `/assortments/${all}/items`, { body: { itemIds: items.slice(0, 1) } });

    expect(removed.status).toBe(200);
    expect(await world.itemsIn(all)).toEqual(items.slice(1));
  });

  test("keeps the properties of its members", async () => {
    const all = await composed("All", men);
    await world.add(men ?? "", items.slice(0, 1));
    const criteria = encodeURIComponent(JSON.stringify({ assortmentId: all }));
    const { body } = await world.call("GET", `/assortment-items?criteria=${criteria}`);
    const [member] = body.results;
    await world.call("PUT", `/assortment-items/${member.id}`, { body: { placement: "window" } });

    await world.add(men ?? "", items.slice(1));

    const kept = await world.call("GET", `/assortment-items/${member.id}`);
    expect(kept.body).toMatchObject({ placement: "window" });
    expect((await world.history(all))[0]).toMatchObject({ adds: 2, updates: 1 });
  });

  test("rejects direct changes of its items", async () => {
    const all = await composed("All", men);

    const added = await world.add(all, items);
    const removed = await world.call("DELETE", `/assortments/${all}/items`, { body: { itemIds: items } });

    expect([added.status, removed.status]).toEqual([409, 409]);
    expect(added.body.composedFromAssortmentIds).toEqual([men]);
  });

  test("cannot contain itself", async () => {
    const all = await composed("All", men);
    const top = await composed("Top", all);

    const { status, body } = await world.call("PUT", `/assortments/${men}`, {
      body: { composedFromAssortmentIds: [top] },
    });

    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ pointer: "#/composedFromAssortmentIds" }]);
  });

  test("is composed by the service: publishing the source requires no right on it", async () => {
    const other = await world.create("projects", { name: "Autumn" });
    const { id: elsewhere } = await world.create("assortments", {
      name: "Elsewhere",
      workspaceId: other.rootWorkspaceId,
      composedFromAssortmentIds: [men],
    });
    const key = await world.keyWith({
      rights: [
        { verbs: ["read"], typePath: "item:*" },
        { verbs: ["read", "update"], typePath: "assortment:*", projectId: world.project.id },
        { verbs: ["read", "create"], typePath: "assortment-item:*", projectId: world.project.id },
      ],
    });

    const { status } = await world.call("POST", `/assortments/${men}/items`, { body: { itemIds: items }, key });

    expect(status).toBe(200);
    expect(await world.itemsIn(elsewhere)).toEqual(items);
  });
});
