import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { buildEntityWorld, type EntityWorld } from "../testing/entity-world.ts";

let service: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildEntityWorld(service, {
    item: {
      properties: [
        { slug: "price", label: "Price", propertyType: "number", level: "family" },
        { slug: "size", label: "Size", propertyType: "string" },
        { slug: "partnerId", label: "Partner", propertyType: "object_reference", referenceType: "item" },
      ],
    },
  });
});

async function lastSet(): Promise<string> {
  return (await world.changes()).at(-1)?.change_set_id ?? "";
}

async function revert(id: string, rest: object = {}) {
  const { status, body } = await world.call("POST", `/change-sets/${id}/revert`, rest);
  return { status, ...body };
}

async function read(id: string) {
  const { status, body } = await world.call("GET", `/items/${id}`);
  return status === 200 ? body : undefined;
}

async function buildStyle() {
  const style = await world.create("items", { name: "Trench", price: 198.95 });
  const option = await world.create("items", { name: "Trench", itemFamilyId: style.id, optionName: "Red" });
  return { style, option };
}

/** All items without what every write changes. */
async function snapshot() {
  const { body } = await world.call("GET", "/items?limit=1000");
  return body.results
    .map(({ version: _, createdOn: __, updatedOn: ___, updatedById: ____, ...item }: Record<string, unknown>) => item)
    .sort((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1));
}

describe("reverting a change set", () => {
  test("sets a style and its options back, and reverting that does it again", async () => {
    const { style, option } = await buildStyle();
    await world.call("PUT", `/items/${style.id}`, { body: { price: 189, size: "M" } });
    const id = await lastSet();

    const undone = await revert(id);
    const afterUndo = [await read(style.id), await read(option.id)];
    const redone = await revert(undone.changeSetId);
    const afterRedo = [await read(style.id), await read(option.id)];

    expect(undone).toMatchObject({ status: 200, revertedCount: 2, keptCount: 0, kept: [] });
    expect(undone.reverted).toContainEqual({
      entityReference: `item:${style.id}`,
      action: "update",
      properties: ["size", "price"],
    });
    expect(afterUndo).toMatchObject([{ price: 198.95 }, { price: 198.95 }]);
    expect(afterUndo[0].size).toBeUndefined();
    expect(redone).toMatchObject({ revertedCount: 2, keptCount: 0 });
    expect(afterRedo).toMatchObject([{ price: 189, size: "M" }, { price: 189 }]);
  });

  test("sets a style back before its option, also if the option was changed first", async () => {
    const { style, option } = await buildStyle();
    const operations = [
      { op: "update", id: option.id, object: { size: "S" } },
      { op: "update", id: style.id, object: { price: 189 } },
    ];
    await world.call("POST", "/items/batch", { body: { operations } });

    expect(await revert(await lastSet())).toMatchObject({ revertedCount: 2, kept: [] });
  });

  test("is one change set that names the reverted one", async () => {
    const { style } = await buildStyle();
    await world.call("PUT", `/items/${style.id}`, { body: { price: 189 } });
    const id = await lastSet();

    const { changeSetId } = await revert(id);

    const { body } = await world.call("GET", `/change-sets/${changeSetId}`);
    expect(body).toMatchObject({ changeCount: 2, sourceId: `revert:${id}` });
  });

  test("deletes what was created, and brings it back with the same ids", async () => {
    const operations = [
      { op: "create", object: { name: "Trench", federatedId: "T-1", price: 7 } },
      { op: "create", object: { name: "Trench", itemFamily: { federatedId: "T-1" }, optionName: "Red" } },
    ];
    const { body } = await world.call("POST", "/items/batch", { body: { operations } });
    const before = await snapshot();

    const undone = await revert(await lastSet());
    const between = await snapshot();
    const redone = await revert(undone.changeSetId);

    expect(body.results).toHaveLength(2);
    expect(undone).toMatchObject({ revertedCount: 2, keptCount: 0 });
    expect(between).toEqual([]);
    expect(redone).toMatchObject({ revertedCount: 2, keptCount: 0 });
    expect(await snapshot()).toEqual(before);
  });

  test("restores a cascade with the references that it cleared", async () => {
    const { style } = await buildStyle();
    const partner = await world.create("items", { name: "Partner", partnerId: style.id });
    const before = await snapshot();
    await world.call("DELETE", `/items/${style.id}?cascade=true`);
    const cleared = await read(partner.id);

    const undone = await revert(await lastSet());

    expect(cleared.partnerId).toBeUndefined();
    expect(undone).toMatchObject({ revertedCount: 3, keptCount: 0 });
    expect(await snapshot()).toEqual(before);
  });

  test("creates and deletes a project with its workspaces", async () => {
    const project = await world.create("projects", { name: "Fall" });
    const id = await lastSet();

    const undone = await revert(id);
    const gone = await world.call("GET", `/projects/${project.id}`);
    const redone = await revert(undone.changeSetId);
    const workspace = await world.call("GET", `/workspaces/${project.rootWorkspaceId}`);

    expect(undone.kept).toEqual([]);
    expect(gone.status).toBe(404);
    expect(redone.kept).toEqual([]);
    expect(workspace.body).toMatchObject({ projectId: project.id });
  });

  test("keeps what was changed since, and lists it", async () => {
    const { style, option } = await buildStyle();
    await world.call("PUT", `/items/${style.id}`, { body: { price: 189, size: "M", name: "Coat" } });
    const id = await lastSet();
    await world.call("PUT", `/items/${style.id}`, { body: { size: "L" } });
    const created = await world.create("items", { name: "New" });
    const creation = await lastSet();
    await world.call("PUT", `/items/${created.id}`, { body: { size: "S" } });

    const undone = await revert(id);
    const kept = await revert(creation);

    expect(undone.kept).toEqual([
      { entityReference: `item:${style.id}`, properties: ["size"], reason: "Changed since." },
    ]);
    expect(await read(style.id)).toMatchObject({ name: "Trench", price: 198.95, size: "L" });
    expect(await read(option.id)).toMatchObject({ price: 198.95 });
    expect(kept).toMatchObject({
      revertedCount: 0,
      kept: [{ entityReference: `item:${created.id}`, properties: ["size"], reason: "It was changed since." }],
    });
    expect(kept.changeSetId).toBeUndefined();
  });

  test("keeps entities that were deleted or restored since, or that others use", async () => {
    const { style } = await buildStyle();
    const styleSet = (await world.changes())[0]?.change_set_id ?? "";
    const item = await world.create("items", { name: "A" });
    await world.call("PUT", `/items/${item.id}`, { body: { size: "S" } });
    const update = await lastSet();
    await world.call("DELETE", `/items/${item.id}`);
    const deletion = await lastSet();

    const ofDeleted = await revert(update);
    await world.call("POST", `/items/${item.id}/restore`);
    const ofRestored = await revert(deletion);
    const ofUsed = await revert(styleSet);

    expect(ofDeleted.kept).toMatchObject([{ reason: "It was deleted since." }]);
    expect(ofRestored.kept).toMatchObject([{ reason: "It exists again." }]);
    expect(ofUsed.kept).toMatchObject([
      { entityReference: `item:${style.id}`, reason: expect.stringContaining("in use by 1 item") },
    ]);
  });

  test("shows in a dry run what it would do", async () => {
    const item = await world.create("items", { name: "A" });
    const id = await lastSet();

    const { body } = await world.call("POST", `/change-sets/${id}/revert?dryRun=true`);

    expect(body).toEqual({
      revertedCount: 1,
      keptCount: 0,
      reverted: [{ entityReference: `item:${item.id}`, action: "delete", properties: [] }],
      kept: [],
    });
    expect(await read(item.id)).toBeDefined();
  });

  test("happens once, when two callers revert at the same time", async () => {
    const { style } = await buildStyle();
    await world.call("PUT", `/items/${style.id}`, { body: { size: "M" } });
    const id = await lastSet();

    const answers = await Promise.all([revert(id), revert(id)]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ revertedCount }) => revertedCount).sort()).toEqual([0, 1]);
    expect((await read(style.id)).size).toBeUndefined();
  });

  test("reverts a named set of several requests as one", async () => {
    const headers = { "change-set-id": "review" };
    const item = await world.create("items", { name: "A", size: "S" });
    await world.call("PUT", `/items/${item.id}`, { headers, body: { size: "M" } });
    await world.create("items", { name: "Between" });
    await world.call("PUT", `/items/${item.id}`, { headers, body: { size: "L" } });
    await world.call("POST", "/items", { headers, body: { name: "B" } });

    const undone = await revert("review", { headers: { "change-set-id": "review-undone" } });

    expect(undone).toMatchObject({ changeSetId: "review-undone", revertedCount: 2, kept: [] });
    expect(await read(item.id)).toMatchObject({ size: "S" });
    expect((await snapshot()).map(({ name }: { name: string }) => name)).toEqual(["A", "Between"]);
  });

  test("says that changes of types are not reverted", async () => {
    await world.create("items", { name: "A", typePath: "item:shoe" });

    const undone = await revert(await lastSet());

    expect(undone).toMatchObject({
      revertedCount: 1,
      kept: [{ reason: "Only changes of product data can be reverted." }],
    });
  });

  test("is refused for a set of too many changes, with the way to undo a load", async () => {
    await service.database.db.query(sql`
      insert into changes (org_id, created_on, sequence, entity_type, entity_id, type_path, action, entity_version,
        change_set_id, source, source_id, diffs)
      select ${world.org.id}, date_trunc('milliseconds', now()), number, 'item', 'item-' || number, 'item', 'create', 1,
        'large-load', 'loader', 'load-1', '{"name": "Row"}'::jsonb
      from generate_series(1, 5001) as number`);
    await service.database.db.query(sql`
      insert into org_feeds (org_id, last_sequence, last_stamp)
      values (${world.org.id}, 5001, date_trunc('milliseconds', now()))
      on conflict (org_id) do update set last_sequence = 5001, last_stamp = excluded.last_stamp`);

    expect(await revert("large-load")).toMatchObject({
      status: 409,
      detail: expect.stringContaining("/loader-processes/load-1/undo"),
    });
  });

  test("needs the rights of each write, and never touches what the caller may not read", async () => {
    const { style } = await buildStyle();
    await world.call("PUT", `/items/${style.id}`, { body: { price: 189, size: "M" } });
    const id = await lastSet();
    const reader = await world.keyWith({ rights: [{ verbs: ["read"], typePath: "item" }] });
    const partial = await world.keyWith({
      rights: [{ verbs: ["read", "update"], typePath: "item", fields: ["size"] }],
    });
    const stranger = await world.keyWith({ rights: [{ verbs: ["read"], typePath: "color" }] });

    const byReader = await revert(id, { key: reader });
    const byPartial = await revert(id, { key: partial });
    const byStranger = await revert(id, { key: stranger });

    expect(byReader).toMatchObject({ status: 200, revertedCount: 0, keptCount: 2 });
    expect(byPartial).toMatchObject({ status: 200, revertedCount: 1, kept: [] });
    expect(JSON.stringify(byPartial)).not.toContain("price");
    expect(await read(style.id)).toMatchObject({ price: 189 });
    expect(byStranger.status).toBe(404);
  });
});
