import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { newId } from "../platform/ids.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { buildWriter, type ListeningServices, startListeningServices } from "./testing/assortment-world.ts";
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

async function uniqueKeysOfMembers(): Promise<string[]> {
  const rows = await service.database.db.query<{ value: string }>(sql`
    select value from unique_keys
    where org_id = ${world.org.id} and entity_type = 'assortment-item' and slug = 'assortmentId+itemId'
    order by value`);
  return rows.map(({ value }) => value);
}

describe("a direct write", () => {
  test("of a full update produces the same members, without history, events, summary and publish", async () => {
    await world.stageTheExample();
    const before = await world.changes();
    const summary = (await world.call("GET", `/assortments/${world.assortmentId}`)).body.summary;
    const projectItem = await world.create("project-items", { projectId: world.project.id, itemId: d });

    const outcome = await world.apply({ isPublished: false });

    const members = await world.unitsByItem();
    const assortment = (await world.call("GET", `/assortments/${world.assortmentId}`)).body;
    const criteria = encodeURIComponent(JSON.stringify({ itemId: d }));
    const added = await world.call("GET", `/assortment-items?criteria=${criteria}`);
    expect(outcome).toEqual({ added: 1, updated: 1, unchanged: 1, removed: 1 });
    expect(members).toEqual({ [a ?? ""]: 10, [b ?? ""]: 2, [d ?? ""]: 4 });
    expect(await uniqueKeysOfMembers()).toEqual([a, b, d].map((id) => `${world.assortmentId}/${id}`));
    expect(added.body.results[0].projectItemId).toBe(projectItem.id);
    expect((await world.changes()).filter(({ entity_type }) => entity_type !== "project-item")).toEqual(before);
    expect(listening.receivedEvents()).toEqual([]);
    expect(assortment.summary).toEqual(summary);
    expect(await world.history(world.assortmentId)).toHaveLength(1);
  });

  test("of a partial update changes nothing else", async () => {
    await world.stage([
      [c, "dropped"],
      [d, {}],
    ]);

    const outcome = await world.apply({ isPartial: true, isPublished: false });

    expect(outcome).toEqual({ added: 1, updated: 0, unchanged: 0, removed: 1 });
    expect(await world.itemsIn(world.assortmentId)).toEqual([a, b, d]);
    expect(listening.receivedEvents()).toEqual([]);
  });

  test("enforces unique values and references", async () => {
    await world.stage([
      [a, { slot: "1" }],
      [d, { slot: "1" }],
    ]);
    const taken = world.apply({ isPartial: true, isPublished: false });
    await expect(taken).rejects.toMatchObject({ code: "conflict" });

    world.nextStage();
    await world.stage([["AAAAAAAAAAAAAAAA", {}]]);
    const unknown = world.apply({ isPartial: true, isPublished: false });
    await expect(unknown).rejects.toMatchObject({ code: "invalid-request" });
  });

  test("is included in the next publish", async () => {
    await world.stageTheExample();
    await world.apply({ isPublished: false });

    const { body } = await world.call("POST", `/assortments/${world.assortmentId}/publish`);

    const [change] = await world.history(world.assortmentId);
    expect(change).toMatchObject({ id: body.publishChangeId, adds: 1, updates: 1, deletes: 1 });
  });
});

describe("a load", () => {
  test("with more members than fit into one batch is one publish with all of its records in order", async () => {
    const ids = Array.from({ length: 6_500 }, () => newId());
    await service.database.db.query(sql`
      insert into entities (org_id, entity_type, id, type_path, name, properties)
      select ${world.org.id}, 'item', id, 'item', 'x', jsonb_build_object('itemFamilyId', id)
      from unnest(${ids}::text[]) as id`);
    await world.stage(ids.map((id, index) => [id, { units: index }]));
    const before = await world.changes();

    const outcome = await world.apply();

    const added = (await world.changes()).slice(before.length);
    const last = before.at(-1)?.sequence ?? 0;
    expect(outcome).toMatchObject({ added: 6_500, removed: 3 });
    expect(added).toHaveLength(6_504);
    expect(added.map(({ sequence }) => sequence)).toEqual(added.map((_, index) => last + index + 1));
    expect(new Set(added.map(({ created_on }) => Number(created_on))).size).toBe(1);
    expect(added.at(-1)).toMatchObject({ entity_type: "assortment", action: "update" });
    expect((await world.history(world.assortmentId))[0]).toMatchObject({ adds: 6_500, deletes: 3 });
  });

  test("of an undefined type defines it once", async () => {
    await world.stage([[d, { typePath: "assortment-item:drop" }]]);

    await world.apply({ isPartial: true });

    const made = (await world.changes()).filter(({ entity_type }) => entity_type === "entity-type");
    expect(made.map(({ entity_id }) => entity_id)).toEqual(["assortment-item:drop"]);
  });

  test("into an assortment that does not exist, or may not be changed, is rejected", async () => {
    await world.stageTheExample();
    const reader = buildWriter({
      rights: [{ verbs: ["read"], typePath: "*" }],
      isAdministrator: false,
      taskId: undefined,
    });

    const forbidden = world.apply({ writer: reader });
    await expect(forbidden).rejects.toMatchObject({ code: "forbidden" });
    const missing = world.apply({ assortmentId: "AAAAAAAAAAAAAAAA" });
    await expect(missing).rejects.toMatchObject({ code: "not-found" });
  });
});
