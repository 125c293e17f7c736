import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { previewMembers } from "./compare-stage.ts";
import { deleteStage, stageMembers } from "./staged-member-store.ts";
import { type ListeningServices, startListeningServices } from "./testing/assortment-world.ts";
import { buildLoadWorld, type LoadWorld } from "./testing/load-world.ts";

let service: TestService;
let listening: ListeningServices;
let world: LoadWorld;
let [a, b, c, d]: readonly string[] = [];

beforeAll(async () => {
  service = await shareTestService();
  listening = startListeningServices(service);
});

afterAll(async () => {
  await listening.close();
  await service.stop();
});

beforeEach(async () => {
  world = await buildLoadWorld(service, listening);
  [a, b, c, d] = world.itemIds;
});

function preview(isPartial: boolean) {
  return previewMembers(service.database.db, world.org.id, { ...world.load(), isPartial });
}

describe("a full update", () => {
  test("adds D, updates A, keeps B, removes C, and publishes once", async () => {
    await world.stageTheExample();

    const outcome = await world.apply();

    const changes = await world.history(world.assortmentId);
    const { publishChangeId, ...counts } = outcome;
    expect(counts).toEqual({ added: 1, updated: 1, unchanged: 1, removed: 1 });
    expect(await world.unitsByItem()).toEqual({ [a ?? ""]: 10, [b ?? ""]: 2, [d ?? ""]: 4 });
    expect(changes).toHaveLength(2);
    expect(changes[0]).toMatchObject({ id: publishChangeId, adds: 1, updates: 1, deletes: 1, source: "loader" });
    expect(changes[0].summary).toMatchObject({ itemCount: 3 });
    const events = listening.receivedEvents();
    expect(events.filter(({ kind }) => kind === "named")).toEqual([
      expect.objectContaining({
        name: "assortment|publish",
        subject: expect.objectContaining({ entityType: "assortment", id: world.assortmentId }),
        payload: { assortmentId: world.assortmentId, assortmentPublishChangeId: publishChangeId },
      }),
    ]);
    const kinds = events.map((event) => (event.kind === "named" ? "" : event.kind));
    expect(kinds.filter(Boolean).sort()).toEqual(["created", "deleted", "updated", "updated"]);
  });

  test("has a preview with the same counts that writes nothing", async () => {
    await world.stageTheExample();
    const before = await world.changes();

    const counts = await preview(false);

    expect(counts).toEqual({ added: 1, updated: 1, unchanged: 1, removed: 1, removedItemIds: [c] });
    expect(await world.changes()).toEqual(before);
  });

  test("with the same rows again changes nothing and publishes nothing", async () => {
    await world.stageTheExample();
    await world.apply();
    const before = await world.changes();
    listening.receivedEvents();

    const outcome = await world.apply();

    expect(outcome).toEqual({ added: 0, updated: 0, unchanged: 3, removed: 0 });
    expect(await world.changes()).toEqual(before);
    expect(listening.receivedEvents()).toEqual([]);
  });

  test("that exceeds maxRemovals is rejected and changes nothing", async () => {
    await world.stage([[d, {}]]);
    const before = await world.changes();

    const refused = world.apply({ maxRemovals: 2 });

    await expect(refused).rejects.toMatchObject({ code: "conflict", members: { removals: 3, maxRemovals: 2 } });
    expect(await world.changes()).toEqual(before);
    expect(await world.itemsIn(world.assortmentId)).toEqual([a, b, c]);
  });

  test("may remove exactly maxRemovals members", async () => {
    await world.stage([[d, {}]]);

    const outcome = await world.apply({ maxRemovals: 3 });

    expect(outcome).toMatchObject({ added: 1, removed: 3 });
  });

  test("commits the alongside write in its own transaction, or rolls back both", async () => {
    await world.stageTheExample();
    const checkpoint = async () => {
      throw new Error("the checkpoint fails");
    };

    const failed = world.apply({ alongside: checkpoint });

    await expect(failed).rejects.toThrow("the checkpoint fails");
    expect(await world.itemsIn(world.assortmentId)).toEqual([a, b, c]);
    expect(await world.history(world.assortmentId)).toHaveLength(1);
  });

  test("may move a unique value from a removed member to an added one", async () => {
    await world.stage([[a, { units: 1, slot: "1" }]]);
    await world.apply();
    world.nextStage();
    await world.stage([[d, { slot: "1" }]]);

    const outcome = await world.apply();

    expect(outcome).toMatchObject({ added: 1, removed: 1 });
  });

  test("reports the rows that cannot be written, and writes none", async () => {
    await world.stage([
      [a, { units: 10 }],
      [b, { units: "many" }],
    ]);

    const refused = world.apply();

    await expect(refused).rejects.toMatchObject({
      code: "invalid-request",
      detail: expect.stringContaining("Row 3:"),
      members: { rows: [{ rowNumber: 3, itemId: b }] },
    });
    expect((await world.unitsByItem())[a ?? ""]).toBe(1);
  });

  test("sets project items that were created since, also for unchanged members", async () => {
    const projectItem = await world.create("project-items", { projectId: world.project.id, itemId: a });
    await world.stage([
      [a, { units: 1 }],
      [b, { units: 2 }],
      [c, { units: 3 }],
    ]);

    const outcome = await world.apply();

    const criteria = encodeURIComponent(JSON.stringify({ projectItemId: projectItem.id }));
    const { body } = await world.call("GET", `/assortment-items?criteria=${criteria}`);
    expect(outcome).toMatchObject({ updated: 1, unchanged: 2 });
    expect(body.results).toMatchObject([{ itemId: a }]);
  });
});

describe("a partial update", () => {
  test("adds, updates and drops staged items, and changes nothing else", async () => {
    await world.stage([
      [a, { units: 10 }],
      [c, "dropped"],
      [d, {}],
    ]);

    const { publishChangeId, ...counts } = await world.apply({ isPartial: true });

    const [change] = await world.history(world.assortmentId);
    expect(counts).toEqual({ added: 1, updated: 1, unchanged: 0, removed: 1 });
    expect(await world.unitsByItem()).toEqual({ [a ?? ""]: 10, [b ?? ""]: 2, [d ?? ""]: undefined });
    expect(change).toMatchObject({ id: publishChangeId, adds: 1, updates: 1, deletes: 1 });
  });

  test("has a preview with the same counts", async () => {
    await world.stage([
      [a, { units: 10 }],
      [c, "dropped"],
      [d, {}],
    ]);

    const counts = await preview(true);

    expect(counts).toEqual({ added: 1, updated: 1, unchanged: 0, removed: 1, removedItemIds: [c] });
  });

  test("that drops an absent item changes nothing", async () => {
    await world.stage([[d, "dropped"]]);

    const outcome = await world.apply({ isPartial: true });

    expect(outcome).toEqual({ added: 0, updated: 0, unchanged: 0, removed: 0 });
  });
});

describe("the stage", () => {
  test("keeps the later of two rows with the same item, in any staging order", async () => {
    const member = { assortmentId: world.assortmentId, itemId: d ?? "", isDropped: false };
    await service.database.db.transaction(async (tx) => {
      await stageMembers(tx, world.org.id, world.load().stageId, [
        { ...member, rowNumber: 3, fields: { units: 3 } },
        { ...member, rowNumber: 2, fields: { units: 2 } },
      ]);
      await stageMembers(tx, world.org.id, world.load().stageId, [{ ...member, rowNumber: 1, fields: { units: 1 } }]);
    });

    await world.apply({ isPartial: true });

    expect((await world.unitsByItem())[d ?? ""]).toBe(3);
  });

  test("is empty after it is deleted", async () => {
    await world.stageTheExample();

    await service.database.db.transaction((tx) => deleteStage(tx, world.org.id, world.load().stageId));

    expect(await preview(true)).toMatchObject({ added: 0, updated: 0, unchanged: 0, removed: 0 });
  });
});
