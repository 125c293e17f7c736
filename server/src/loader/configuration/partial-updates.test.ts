import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { WeftEvent } from "../../entities/write/event-listener.ts";
import { listenForAll } from "../../testing/listen-for-all.ts";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { buildAssortments, byFederatedId, ended, load, membersOf, messagesIn, rows } from "../testing/loading.ts";

let service: TestService;
let assortment: { readonly id: string };
let itemIds: readonly string[];
let number = 0;
const receivedEvents: WeftEvent[] = [];

beforeAll(async () => {
  const listener = listenForAll(async (events) => void receivedEvents.push(...events));
  service = await startTestService({}, undefined, { listeners: [listener] });
  await service.call("PUT", "/entity-types/item", {
    body: { properties: [{ slug: "line", label: "Line", propertyType: "string" }] },
  });
  itemIds = [await create("A"), await create("B")];
});

afterAll(() => service.stop());

async function create(federatedId: string): Promise<string> {
  const body = { name: federatedId, federatedId, line: "x" };
  return (await service.call("POST", "/items", { body })).body.id;
}

/** An assortment with A and B, published once. */
beforeEach(async () => {
  number += 1;
  const built = await buildAssortments(service, `p${number}`, `a${number}`);
  assortment = built.assortments[`a${number}`];
  await service.call("POST", `/assortments/${assortment.id}/items`, { body: { itemIds } });
  receivedEvents.length = 0;
});

const header = "itemFamilyFederatedId,name,line,add,drop";

function configure(inSplit: object = {}, atTop: object = {}) {
  const values = [{ value: "x", assortmentIdentifier: `a${number}` }];
  return {
    loadType: ["ITEM", "ASSORTMENT"],
    assortmentSplit: { fieldToSplitOn: "line", values, ...inSplit },
    ...atTop,
  };
}

function namedEvents(): string[] {
  return receivedEvents.flatMap((event) => (event.kind === "named" ? [event.name] : []));
}

async function publishes(): Promise<number> {
  return (await service.call("GET", `/assortments/${assortment.id}/history`)).body.results.length;
}

describe("partialAssortmentUpdate", () => {
  test.each([
    ["inside, true", { partialAssortmentUpdate: true }, {}, ["A", "B", "C"]],
    ["at the top, true", {}, { partialAssortmentUpdate: true }, ["A", "B", "C"]],
    ["left out: the assortment is replaced", {}, {}, ["C"]],
    ["inside wins over the top", { partialAssortmentUpdate: false }, { partialAssortmentUpdate: true }, ["C"]],
    [
      "inside wins over the top, the other way",
      { partialAssortmentUpdate: true },
      { partialAssortmentUpdate: false },
      ["A", "B", "C"],
    ],
  ])("%s", async (_, inSplit, atTop, members) => {
    const process = await load(service, rows("itemFamilyFederatedId,name,line", "C,C,x"), configure(inSplit, atTop));

    expect(process.status).toBe("completed");
    expect(await membersOf(service, assortment.id)).toEqual(members);
  });
});

describe("in a partial update", () => {
  test("rows with true in addField are added, in dropField dropped, and nothing else is changed", async () => {
    const process = await load(
      service,
      rows(header, "A,A,x,,TRUE", "C,C,x,True,false", "D,D,x,false,", "E,E,x,,"),
      configure({ partialAssortmentUpdate: true, addField: "add", dropField: "drop" }),
    );

    expect(await membersOf(service, assortment.id)).toEqual(["B", "C"]);
    expect(process.counts["assortment-item"]).toEqual({ created: 1, updated: 0, unchanged: 0, deleted: 1, failed: 0 });
    expect(await byFederatedId(service, "items", "D")).toBeDefined();
    expect(await byFederatedId(service, "items", "C")).not.toHaveProperty("add");
  });

  test("without addField every row that is not dropped is added", async () => {
    await load(
      service,
      rows(header, "A,A,x,,true", "C,C,x,,false", "D,D,x,,"),
      configure({ partialAssortmentUpdate: true, dropField: "drop" }),
    );

    expect(await membersOf(service, assortment.id)).toEqual(["B", "C", "D"]);
  });

  test("assortmentItemDropField is equivalent to dropField, which takes precedence", async () => {
    const twin = { partialAssortmentUpdate: true, assortmentItemDropField: "drop" };
    await load(service, rows("itemFamilyFederatedId,name,line,drop", "A,A,x,true"), configure({}, twin));
    const afterTwin = await membersOf(service, assortment.id);

    const both = await load(
      service,
      rows("itemFamilyFederatedId,name,line,drop,gone", "B,B,x,true,false", "C,C,x,false,true"),
      configure({ dropField: "gone" }, twin),
    );

    expect(afterTwin).toEqual(["B"]);
    expect(await membersOf(service, assortment.id)).toEqual(["B"]);
    expect(messagesIn(both, "warning").join()).toContain("assortmentSplit.dropField takes precedence");
    expect(await byFederatedId(service, "items", "B")).not.toHaveProperty("drop");
  });

  test("both true in one row is an error, and nothing is written", async () => {
    const process = await load(
      service,
      rows(header, "C,C II,x,true,", "A,A II,x,true,true"),
      configure({ partialAssortmentUpdate: true, addField: "add", dropField: "drop" }),
    );

    expect(process).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA", errors: 1 });
    expect(process.issues.find(({ severity }: { severity: string }) => severity === "error")).toMatchObject({
      rowNumber: 3,
      columnName: "drop",
    });
    expect((await byFederatedId(service, "items", "A")).name).toBe("A");
  });

  test("a mark that is neither true nor false counts as false, with a warning", async () => {
    const process = await load(
      service,
      rows(header, "C,C,x,maybe,"),
      configure({ partialAssortmentUpdate: true, addField: "add" }),
    );

    expect(await membersOf(service, assortment.id)).toEqual(["A", "B"]);
    expect(messagesIn(process, "warning")).toContainEqual(expect.stringContaining("neither true nor false"));
    expect(messagesIn(process).join()).not.toContain("No row has the value");
  });

  test.each([
    ["addField", { partialAssortmentUpdate: true, addField: "adds" }, {}],
    ["dropField", { partialAssortmentUpdate: true, dropField: "drops" }, {}],
    ["assortmentItemDropField", { partialAssortmentUpdate: true }, { assortmentItemDropField: "drops" }],
  ])("%s that is not a column is rejected", async (option, inSplit, atTop) => {
    const process = await load(service, rows(header, "C,C,x,,"), configure(inSplit, atTop));

    expect(process).toMatchObject({ status: "failed", issues: [{ message: expect.stringContaining(option) }] });
  });
});

test("a full load warns that addField and dropField have no effect", async () => {
  const process = await load(service, rows(header, "A,A,x,,true"), configure({ addField: "add", dropField: "drop" }));

  expect(await membersOf(service, assortment.id)).toEqual(["A"]);
  expect(messagesIn(process, "warning")).toHaveLength(2);
});

describe("the events of a load", () => {
  test("are one publish of each changed assortment, and the outcome of the load", async () => {
    const process = await load(service, rows(header, "A,A,x,,", "C,C,x,,"), configure());

    expect(namedEvents()).toEqual(["assortment|publish", "loader-process|completed"]);
    const [publish, outcome] = receivedEvents.filter((event) => event.kind === "named");
    expect(publish).toMatchObject({ subject: { entityType: "assortment", id: assortment.id } });
    expect(outcome).toMatchObject({
      subject: { entityType: "loader-process", id: process.id },
      payload: { loaderProcessId: process.id, status: "completed", counts: process.counts },
      author: { changeSetId: process.changeSetId },
    });
  });

  test("that fails are only its failure, and a dry run raises none", async () => {
    const failed = await load(service, rows(header, ",A,x,,"), configure());
    await load(service, rows(header, "C,C,x,,"), { ...configure(), dryRun: true });

    expect(receivedEvents).toMatchObject([
      { name: "loader-process|failed", payload: { loaderProcessId: failed.id, failureArea: "VALIDATING_DATA" } },
    ]);
  });
});

describe("shouldSkipAssortmentPublish", () => {
  const skip = { shouldSkipAssortmentPublish: true };

  async function changeRecords(): Promise<number> {
    const criteria = encodeURIComponent(JSON.stringify({ entityType: "assortment-item" }));
    return (await service.call("GET", `/change-history?limit=1000&criteria=${criteria}`)).body.results.length;
  }

  test("writes members without change records, summary, publish, composites or events", async () => {
    const { body: before } = await service.call("GET", `/assortments/${assortment.id}`);
    const composite = { name: "All", workspaceId: before.workspaceId, composedFromAssortmentIds: [assortment.id] };
    const { body: composed } = await service.call("POST", "/assortments", { body: composite });
    const recordsBefore = await changeRecords();
    receivedEvents.length = 0;

    const process = await load(service, rows(header, "A,A,x,,", "C,C,x,,"), configure({}, skip));

    const { body: after } = await service.call("GET", `/assortments/${assortment.id}`);
    expect(process.counts["assortment-item"]).toEqual({ created: 1, updated: 0, unchanged: 1, deleted: 1, failed: 0 });
    expect(await membersOf(service, assortment.id)).toEqual(["A", "C"]);
    expect(await membersOf(service, composed.id)).not.toContain("C");
    expect(after.summary).toEqual(before.summary);
    expect([await changeRecords(), await publishes()]).toEqual([recordsBefore, 1]);
    expect(namedEvents()).toEqual(["loader-process|completed"]);
    expect(
      receivedEvents.filter((event) => event.kind !== "named" && event.after?.entityType === "assortment-item"),
    ).toEqual([]);
  });

  test("works with partial updates, and undo reports the members as not revertible", async () => {
    const partial = { partialAssortmentUpdate: true, dropField: "drop" };
    const process = await load(service, rows(header, "A,A,x,,true", "C,C,x,,"), configure(partial, skip));

    await service.call("POST", `/loader-processes/${process.id}/undo`);
    const { undo } = await ended(service, process.id);

    expect(await membersOf(service, assortment.id)).toEqual(["B", "C"]);
    expect(undo.status).toBe("completed");
    expect(undo.reasons).toContainEqual({
      entityReference: `loader-process:${process.id}`,
      message: expect.stringContaining("directly"),
    });
  });
});
