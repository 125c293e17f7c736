import { afterAll, beforeAll, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { all, byFederatedId, ended, load, rows } from "../testing/loading.ts";

let service: TestService;
let workspaceId: string;

beforeAll(async () => {
  service = await shareTestService();
  workspaceId = (await service.call("POST", "/projects", { body: { name: "Fall" } })).body.rootWorkspaceId;
  await service.call("PUT", "/entity-types/assortment-item", {
    body: { properties: [{ slug: "rank", label: "Rank", propertyType: "number" }] },
  });
});

afterAll(async () => {
  await service.stop();
});

const header = "itemFamilyFederatedId,name,line,rank";

async function createAssortment(identifier: string): Promise<string> {
  const body = { name: identifier, workspaceId, identifier };
  return (await service.call("POST", "/assortments", { body })).body.id;
}

function into(assortmentIdentifier: string, more: object = {}) {
  return {
    loadType: ["ITEM", "PROJECT_ITEM", "ASSORTMENT"],
    assortmentSplit: { fieldToSplitOn: "line", values: [{ value: "x", assortmentIdentifier }] },
    ...more,
  };
}

/** The names and ranks of the members, in order. */
async function membersOf(assortmentId: string): Promise<string[]> {
  const members = (await all(service, "assortment-items")).filter((member) => member.assortmentId === assortmentId);
  const items = new Map((await all(service, "items")).map(({ id, name }) => [id, name]));
  return members.map(({ itemId, rank }) => `${items.get(itemId)} ${rank}`).sort();
}

async function undo(id: string) {
  const { status } = await service.call("POST", `/loader-processes/${id}/undo`);
  return { status, ...(await ended(service, id)).undo };
}

test("undoing a load of an assortment restores its members, and publishes that", async () => {
  const assortmentId = await createAssortment("back");
  await load(service, rows(header, "A1,A1,x,1", "A2,A2,x,2", "A3,A3,x,3"), into("back"));
  const before = await membersOf(assortmentId);
  const done = await load(service, rows(header, "A1,A1,x,9", "A2,A2,x,2", "A4,A4,x,4"), into("back"));
  const between = await membersOf(assortmentId);

  const undone = await undo(done.id);

  const history = (await service.call("GET", `/assortments/${assortmentId}/history`)).body.results;
  const { summary } = (await service.call("GET", `/assortments/${assortmentId}`)).body;
  expect(between).toEqual(["A1 9", "A2 2", "A4 4"]);
  expect(undone).toMatchObject({ status: "completed", notReverted: 0, reasons: [] });
  expect(await membersOf(assortmentId)).toEqual(before);
  expect(history.map(({ adds, updates, deletes }: Record<string, number>) => [adds, updates, deletes])).toEqual([
    [1, 1, 1],
    [1, 1, 1],
    [3, 0, 0],
  ]);
  expect(summary).toMatchObject({ itemCount: 3 });
  expect(await byFederatedId(service, "items", "A4")).toBeUndefined();
});

test("members that were written directly are reported as not revertible; other changes are undone", async () => {
  const assortmentId = await createAssortment("direct");
  const direct = into("direct", { shouldSkipAssortmentPublish: true });
  await load(service, rows(header, "B1,B1,x,1"), direct);
  const done = await load(service, rows(header, "B1,B1 renamed,x,1", "B2,B2,x,2"), direct);

  const undone = await undo(done.id);

  const history = (await service.call("GET", `/assortments/${assortmentId}/history`)).body.results;
  expect(history).toEqual([]);
  expect(undone.reasons).toEqual(
    expect.arrayContaining([
      { entityReference: `loader-process:${done.id}`, message: expect.stringContaining("without history") },
    ]),
  );
  expect(undone.notReverted).toBe(undone.reasons.length);
  expect(await byFederatedId(service, "items", "B1")).toMatchObject({ name: "B1" });
});

test("a direct load that has changed no member reports nothing", async () => {
  const direct = into("direct", { shouldSkipAssortmentPublish: true });
  await load(service, rows(header, "B1,B1,x,1"), direct);
  const done = await load(service, rows(header, "B1,B1 again,x,1"), direct);

  const undone = await undo(done.id);

  expect(undone).toMatchObject({ status: "completed", notReverted: 0, reasons: [] });
});

test("a completely undone load cannot be undone again", async () => {
  const done = await load(service, rows("itemFamilyFederatedId,name", "C1,C1"), { loadType: ["ITEM"] });
  await undo(done.id);

  const again = await service.call("POST", `/loader-processes/${done.id}/undo`);

  expect(again).toMatchObject({ status: 409, body: { detail: "The load was already undone." } });
});

test("a repeated undo retries only the changes that were blocked before", async () => {
  const done = await load(service, rows("itemFamilyFederatedId,name", "D1,D1", "D2,D2"), { loadType: ["ITEM"] });
  const { id } = await byFederatedId(service, "items", "D1");
  const option = (await service.call("POST", "/items", { body: { name: "D1", itemFamilyId: id, optionName: "Red" } }))
    .body;

  const first = await undo(done.id);
  await service.call("DELETE", `/items/${option.id}`);
  const second = await undo(done.id);

  expect(first).toMatchObject({ status: "completed", reverted: 1, notReverted: 1 });
  expect(first.reasons).toMatchObject([{ entityReference: `item:${id}` }]);
  expect(second).toMatchObject({ status: "completed", reverted: 1, notReverted: 0, reasons: [] });
  expect(await byFederatedId(service, "items", "D1")).toBeUndefined();
});
