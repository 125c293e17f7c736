import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { all, buildAssortments, byFederatedId, load, membersOf, messagesIn, rows, start } from "../testing/loading.ts";

let service: TestService;
let assortments: Awaited<ReturnType<typeof buildAssortments>>["assortments"];
let workspaceId: string;
let number = 0;

beforeAll(async () => {
  service = await shareTestService();
  await service.call("PUT", "/entity-types/item", {
    body: { properties: [{ slug: "line", label: "Line", propertyType: "string" }] },
  });
  await service.call("PUT", "/entity-types/assortment-item", {
    body: { properties: [{ slug: "rank", label: "Rank", propertyType: "number" }] },
  });
});

afterAll(() => service.stop());

/** Each test has its own project. */
beforeEach(async () => {
  number += 1;
  const built = await buildAssortments(service, `p${number}`, `men-${number}`, `women-${number}`);
  ({ assortments } = built);
  workspaceId = built.project.rootWorkspaceId;
});

const header = "itemFamilyFederatedId,itemOptionFederatedId,name,optionName,line,rank";

function idOf(name: "men" | "women"): string {
  return assortments[`${name}-${number}`].id;
}

function configure(values: readonly object[], more: object = {}) {
  return { loadType: ["ITEM", "ASSORTMENT"], assortmentSplit: { fieldToSplitOn: "line", values, ...more } };
}

function menAndWomen() {
  return configure([
    { value: "m", assortmentId: idOf("men") },
    { value: "w", assortmentIdentifier: `women-${number}` },
  ]);
}

test("each row goes to the assortment of its value; an option row adds the option, a family row the family", async () => {
  const process = await load(
    service,
    rows(header, "A,A-R,Coat,Red,m,1", "A,A-B,Coat,Blue,w,2", "B,,Vest,,w,3"),
    menAndWomen(),
  );

  expect(await membersOf(service, idOf("men"))).toEqual(["A-R"]);
  expect(await membersOf(service, idOf("women"))).toEqual(["A-B", "B"]);
  expect(process.counts["assortment-item"]).toEqual({ created: 3, updated: 0, unchanged: 0, deleted: 0, failed: 0 });
  const ranks = (await all(service, "assortment-items")).filter(({ rank }) => rank !== undefined);
  expect(ranks.map(({ rank }) => rank).sort()).toEqual([1, 2, 3]);
});

test("the value is compared exactly, as text of the file", async () => {
  const process = await load(service, rows(header, "C,C-R,Coat,Red,TRUE,1", "C,C-B,Coat,Blue,true,2"), {
    ...configure([
      { value: "TRUE", assortmentId: idOf("men") },
      { value: "true", assortmentId: idOf("women") },
    ]),
  });

  expect(process.status).toBe("completed");
  expect(await membersOf(service, idOf("men"))).toEqual(["C-R"]);
  expect(await membersOf(service, idOf("women"))).toEqual(["C-B"]);
});

test("the split column may also be a property, or a conditional column", async () => {
  await load(service, rows(header, "D,D-R,Coat,Red,m,1"), menAndWomen());
  await load(service, rows("itemFamilyFederatedId,name,gender", "E,Shoe,female"), {
    ...configure([{ value: "f", assortmentId: idOf("women") }]),
    conditionalColumns: [{ toProperty: "line", default: "{gender.slice(0, 1)}" }],
  });

  expect((await byFederatedId(service, "items", "D-R")).line).toBe("m");
  expect(await membersOf(service, idOf("women"))).toEqual(["E"]);
});

test("rows without a matching entry load their items and join no assortment; one warning counts them", async () => {
  const process = await load(
    service,
    rows(header, "F,F-R,Coat,Red,m,1", "F,F-B,Coat,Blue,k,1", "F,F-G,Coat,Green,kids,1", "F,F-Y,Coat,Yellow,,1"),
    menAndWomen(),
  );

  const unmatched = messagesIn(process).filter((message) => message.includes("no entry"));
  expect(process).toMatchObject({ status: "completed", counts: { item: { created: 5 } } });
  expect(await membersOf(service, idOf("men"))).toEqual(["F-R"]);
  expect(await byFederatedId(service, "items", "F-G")).toBeDefined();
  expect(unmatched).toEqual([expect.stringMatching(/^3 rows .*row 3.*"k"/)]);
});

test("an entry without an assortment uses the row's own; a row without one is an error", async () => {
  const configuration = configure([{ value: "m" }]);
  const withIds = `${header},assortmentId`;

  const good = await load(
    service,
    rows(withIds, `G,G-R,Coat,Red,m,1,${idOf("men")}`, `G,G-B,Coat,Blue,m,1,${idOf("women")}`),
    configuration,
  );
  const bad = await load(service, rows(withIds, "H,H-R,Coat,Red,m,1,"), configuration);

  expect(good.status).toBe("completed");
  expect(await membersOf(service, idOf("men"))).toEqual(["G-R"]);
  expect(await membersOf(service, idOf("women"))).toEqual(["G-B"]);
  expect(await byFederatedId(service, "items", "G-R")).not.toHaveProperty("assortmentId");
  expect(bad.issues).toMatchObject([{ rowNumber: 2, columnName: "assortmentId", issueType: "MISSING_DATA" }]);
});

test.each([
  ["an assortment that nobody has", [{ value: "m", assortmentIdentifier: "nobody" }], "nobody"],
  ["an entry without an assortment, and no column for it", [{ value: "m" }], "assortmentId"],
  [
    "a value twice",
    [
      { value: "m", assortmentIdentifier: "x" },
      { value: "m", assortmentIdentifier: "y" },
    ],
    "twice",
  ],
])("%s fails the load before anything is written", async (_, values, word) => {
  const process = await load(service, rows(header, "I,I-R,Coat,Red,m,1"), configure(values));

  expect(process).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA", counts: {} });
  expect(messagesIn(process, "error").join()).toContain(word);
  expect(await byFederatedId(service, "items", "I")).toBeUndefined();
});

test("an unknown fieldToSplitOn is reported with the closest column", async () => {
  const { assortmentSplit, loadType } = menAndWomen();

  const process = await load(service, rows(header, "I,I-R,Coat,Red,m,1"), {
    loadType,
    assortmentSplit: { ...assortmentSplit, fieldToSplitOn: "lines" },
  });

  expect(process.issues).toMatchObject([{ issueType: "CONFIG", suggestion: "Did you mean line?" }]);
});

test.each([
  ["no fieldToSplitOn", { values: [{ value: "m" }] }, "#/assortmentSplit/fieldToSplitOn"],
  ["no values", { fieldToSplitOn: "line" }, "#/assortmentSplit/values"],
  ["an empty list", { fieldToSplitOn: "line", values: [] }, "#/assortmentSplit/values"],
  ["a number as value", { fieldToSplitOn: "line", values: [{ value: 1 }] }, "#/assortmentSplit/values/0/value"],
  [
    "an unknown part",
    { fieldToSplitOn: "line", values: [{ value: "m" }], addfield: "x" },
    "#/assortmentSplit/addfield",
  ],
])("%s is rejected", async (_, assortmentSplit, pointer) => {
  const answer = await start(service, { loadType: ["ITEM", "ASSORTMENT"], assortmentSplit });

  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
});

test("two values for one assortment are compared together; an assortment without a row is unchanged", async () => {
  const configuration = configure([
    { value: "m", assortmentId: idOf("men") },
    { value: "u", assortmentIdentifier: `men-${number}` },
    { value: "w", assortmentId: idOf("women") },
  ]);
  await load(service, rows(header, "J,J-R,Coat,Red,m,1", "J,J-B,Coat,Blue,u,1", "J,J-G,Coat,Green,w,1"), configuration);

  const process = await load(service, rows(header, "J,J-R,Coat,Red,m,1", "J,J-Y,Coat,Yellow,u,1"), configuration);

  expect(await membersOf(service, idOf("men"))).toEqual(["J-R", "J-Y"]);
  expect(await membersOf(service, idOf("women"))).toEqual(["J-G"]);
  expect(process.counts["assortment-item"]).toEqual({ created: 1, updated: 0, unchanged: 1, deleted: 1, failed: 0 });
  expect(messagesIn(process, "warning").filter((message) => message.includes('"w"'))).toHaveLength(1);
});

test("an unchanged assortment is not published again", async () => {
  const file = rows(header, "K,K-R,Coat,Red,m,1");
  await load(service, file, menAndWomen());

  const process = await load(service, file, menAndWomen());

  const { results } = (await service.call("GET", `/assortments/${idOf("men")}/history`)).body;
  expect(process.counts["assortment-item"]).toMatchObject({ unchanged: 1 });
  expect(results).toHaveLength(1);
});

test("more removals than maxRemovals are rejected before anything is written; exactly as many are not", async () => {
  const men = [{ value: "m", assortmentId: idOf("men") }];
  await load(
    service,
    rows(header, "L,L-R,Coat,Red,m,1", "L,L-B,Coat,Blue,m,1", "L,L-G,Coat,Green,m,1"),
    configure(men),
  );
  const smaller = rows(header, "L,L-R,Coat II,Red,m,1");

  const refused = await load(service, smaller, { ...configure(men), maxRemovals: 1 });
  const name = (await byFederatedId(service, "items", "L-R")).name;
  const allowed = await load(service, smaller, { ...configure(men), maxRemovals: 2 });

  expect(refused).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA" });
  expect(messagesIn(refused, "error")).toEqual([expect.stringContaining("remove 2 items")]);
  expect(name).toBe("Coat");
  expect(allowed.counts["assortment-item"]).toMatchObject({ deleted: 2, unchanged: 1 });
  expect(await membersOf(service, idOf("men"))).toEqual(["L-R"]);
});

test("a composite assortment follows a load, and cannot be loaded itself", async () => {
  const body = { name: "All", workspaceId, composedFromAssortmentIds: [idOf("men"), idOf("women")] };
  const { id } = (await service.call("POST", "/assortments", { body })).body;

  await load(service, rows(header, "M,M-R,Coat,Red,m,1", "M,M-B,Coat,Blue,w,1"), menAndWomen());
  const refused = await load(
    service,
    rows(header, "M,M-G,Coat,Green,m,1"),
    configure([{ value: "m", assortmentId: id }]),
  );

  expect(await membersOf(service, id)).toEqual(["M-B", "M-R"]);
  expect((await service.call("GET", `/assortments/${id}`)).body.summary).toMatchObject({
    itemCount: 2,
    optionCount: 2,
  });
  expect(refused.status).toBe("failed");
  expect(await byFederatedId(service, "items", "M-G")).toBeUndefined();
});
