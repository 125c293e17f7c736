import { afterAll, beforeAll, expect, test } from "vitest";
import { buildUser, firstOrg } from "../../testing/builders.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { byFederatedId, load, messagesIn, rows, upload } from "../testing/loading.ts";

let service: TestService;
let colors: Record<string, string>;
let users: Record<string, string>;
let imageId: string;

const base = "itemFamilyFederatedId,name";
const items = { loadType: ["ITEM"] };

beforeAll(async () => {
  service = await shareTestService();
  const org = await firstOrg(service);
  const [ada, bob] = [
    await buildUser(service, org, { email: "ada@users.example", password: null }),
    await buildUser(service, org, { email: "bob@users.example", password: null }),
  ];
  users = { ada: ada.id, bob: bob.id };
  const made = await load(service, rows("federatedId,name,hex", "red,Red,ff0000", "blue,Blue,0000ff"), {
    loadType: ["COLOR"],
  });
  expect(made.status).toBe("completed");
  colors = {};
  for (const name of ["red", "blue"]) {
    colors[name] = (await byFederatedId(service, "colors", name)).id;
  }
  imageId = await upload(service, "pixels", "parka.png");
  await load(service, rows("federatedId,name,sizeRange", 'alpha,Alpha,"S,M,L"'), { loadType: ["SIZE_RANGE_TEMPLATE"] });
  await describeItems();
});

afterAll(() => service.stop());

async function describeItems() {
  const options = [
    { value: "FW", display: "Fall Winter" },
    { value: "SS", display: "Spring, Summer" },
  ];
  const { body: set } = await service.call("POST", "/option-sets", { body: { name: "Season", options } });
  const property = (slug: string, propertyType: string, more: object = {}) => ({
    slug,
    label: slug,
    propertyType,
    ...more,
  });
  const properties = [
    property("aString", "string"),
    property("aText", "text"),
    property("aNumber", "number"),
    property("aCurrency", "currency", { currency: "EUR" }),
    property("aPercent", "percent"),
    property("aRating", "rating"),
    property("aDate", "date"),
    property("aDatetime", "datetime"),
    property("aBoolean", "boolean"),
    property("aChoice", "choice", { optionSetId: set.id }),
    property("aMultiSelect", "multi_select", { optionSetId: set.id }),
    property("aUrl", "url"),
    property("anImage", "image"),
    property("aJson", "json"),
    property("aReference", "object_reference", { referenceType: "color" }),
    property("aRefList", "object_ref_list", { referenceType: "color" }),
    property("aUserList", "user_list"),
    property("aTemplate", "object_reference", { referenceType: "size-range-template" }),
    property("aSizeRange", "size_range", { templateProperty: "aTemplate" }),
    property("aSequence", "sequence", { prefix: "STY-", digits: 4 }),
    property("aFormula", "formula", { expression: "{aNumber} * 2", resultKind: "number" }),
    property("aCode", "string", { unique: true }),
    property("anOld", "string", { disabled: true }),
  ];
  const { status, body } = await service.call("PUT", "/entity-types/item", { body: { properties } });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** A cell of every writable data type, and its stored value. */
const kinds = (): readonly (readonly [slug: string, cell: string, value: unknown])[] => [
  ["aString", "True", "True"],
  ["aText", "long", "long"],
  ["aNumber", "1234.5", 1234.5],
  ["aCurrency", "12.50 EUR", 12.5],
  ["aPercent", "12.5%", 12.5],
  ["aRating", "4", 4],
  ["aDate", "2026-12-31", "2026-12-31"],
  ["aDatetime", "2026-12-31T12:00:00+01:00", "2026-12-31T11:00:00.000Z"],
  ["aBoolean", "TRUE", true],
  ["aChoice", "fall winter", "FW"],
  ["aMultiSelect", "SS,FW", ["SS", "FW"]],
  ["aUrl", "https://example.com/parka", "https://example.com/parka"],
  ["anImage", imageId, imageId],
  ["aJson", '{"a":[1]}', { a: [1] }],
  ["aReference", "red", colors["red"]],
  ["aRefList", "red, blue", [colors["red"], colors["blue"]]],
  ["aUserList", "ADA@users.example", [users["ada"]]],
  ["aTemplate", "alpha", expect.any(String)],
  ["aSizeRange", "S,L", { sizes: ["S", "L"] }],
];

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

test("every data type is parsed; an absent column changes nothing, an empty cell clears, except in text", async () => {
  const header = [base, ...kinds().map(([slug]) => slug)].join();
  const filled = await load(
    service,
    rows(header, ["K1,Kinds", ...kinds().map(([, cell]) => quoted(cell))].join()),
    items,
  );
  const asFilled = await byFederatedId(service, "items", "K1");
  await load(service, rows(base, "K1,Kinds"), items);
  const asAbsent = await byFederatedId(service, "items", "K1");
  await load(service, rows(header, `K1,Kinds${",".repeat(kinds().length)}`), items);
  const asEmpty = await byFederatedId(service, "items", "K1");

  const written = Object.fromEntries(kinds().map(([slug, , value]) => [slug, value]));
  expect(messagesIn(filled)).toEqual([]);
  expect(asFilled).toMatchObject(written);
  expect(asAbsent).toMatchObject(written);
  expect(kinds().flatMap(([slug]) => (asEmpty[slug] === undefined ? [] : [[slug, asEmpty[slug]]]))).toEqual([
    ["aText", ""],
  ]);
});

test("an invalid cell is an error at its row and column, and nothing is written", async () => {
  const bad = [
    ["aNumber", "1,234"],
    ["aNumber", "12 apples"],
    ["aCurrency", "12.50 USD"],
    ["aRating", "6"],
    ["aDate", "31.12.2026"],
    ["aDatetime", "2026-12-31 noon"],
    ["aBoolean", "maybe"],
    ["aUrl", "example.com"],
    ["aJson", "{a:1}"],
  ] as const;
  const slugs = [...new Set(bad.map(([slug]) => slug))];
  const lines = bad.map(([slug, cell], index) => {
    const cells = slugs.map((one) => (one === slug ? quoted(cell) : ""));
    return [`X${index},Bad ${index}`, ...cells].join();
  });

  const process = await load(service, rows([base, ...slugs].join(), "X,Good,,,,,,,,", ...lines), items);

  expect(process).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA", errors: bad.length });
  expect(process.issues).toMatchObject(
    bad.map(([columnName], index) => ({ rowNumber: index + 3, columnName, issueType: "INVALID_DATA" })),
  );
  expect(process.issues.every(({ suggestion }: { suggestion?: string }) => suggestion !== undefined)).toBe(true);
  expect(process.counts).toEqual({ item: { created: 0, updated: 0, unchanged: 0, deleted: 0, failed: bad.length } });
  expect(await byFederatedId(service, "items", "X")).toBeUndefined();
});

test("references are named by federatedId or id, users by email or id", async () => {
  const process = await load(
    service,
    rows(
      `${base},aReference,aRefList,aUserList`,
      `N1,One,${colors["blue"]},"blue,${colors["red"]}","bob@users.example,${users["ada"]}"`,
    ),
    items,
  );

  expect(messagesIn(process)).toEqual([]);
  expect(await byFederatedId(service, "items", "N1")).toMatchObject({
    aReference: colors["blue"],
    aRefList: [colors["blue"], colors["red"]],
    aUserList: [users["bob"], users["ada"]],
  });
});

test("an unknown name is a warning, and the property keeps its value, a list as a whole", async () => {
  const cases = [
    ["aReference", "red", "green"],
    ["aRefList", "red", '"red,green"'],
    ["aUserList", "ada@users.example", '"ada@users.example,eve@users.example"'],
    ["aChoice", "FW", "HS"],
    ["aMultiSelect", "FW", '"FW,HS"'],
  ] as const;
  const header = [base, ...cases.map(([slug]) => slug)].join();
  await load(service, rows(header, ["U1,One", ...cases.map(([, good]) => good)].join()), items);
  const before = await byFederatedId(service, "items", "U1");

  const process = await load(service, rows(header, ["U1,One", ...cases.map(([, , bad]) => bad)].join()), items);

  expect(process).toMatchObject({ status: "completed", warnings: cases.length, errors: 0 });
  expect(process.issues).toMatchObject(
    cases.map(([columnName]) => ({ rowNumber: 2, columnName, severity: "warning" })),
  );
  expect(await byFederatedId(service, "items", "U1")).toEqual(before);
  expect(process.preprocessingStepResults[5]).toMatchObject({ numberOfWarnings: cases.length, numberOfErrors: 0 });
});

test.each([
  ["the row names", "aTemplate,aSizeRange", 'alpha,"S,XXL"'],
  ["the item has", "aSizeRange", '"S,XXL"'],
])(
  "a size that is not in the template that %s is a warning, and the property keeps its value",
  async (_, columns, cells) => {
    const id = columns === "aSizeRange" ? "S1" : "S2";
    await load(service, rows(`${base},aTemplate,aSizeRange`, `${id},Sizes ${id},alpha,"S,M"`), items);

    const process = await load(service, rows(`${base},${columns}`, `${id},Sizes ${id},${cells}`), items);

    expect(process).toMatchObject({ status: "completed", warnings: 1 });
    expect(process.issues).toMatchObject([{ rowNumber: 2, columnName: "aSizeRange", severity: "warning" }]);
    expect(process.issues[0].message).toContain("XXL");
    expect((await byFederatedId(service, "items", id)).aSizeRange).toEqual({ sizes: ["S", "M"] });
  },
);

test("sequences and formulas are set by the service, and their columns are ignored with a warning", async () => {
  const process = await load(service, rows(`${base},aNumber,aSequence,aFormula`, "Q1,One,21,STY-9999,0"), items);

  const item = await byFederatedId(service, "items", "Q1");
  expect(item).toMatchObject({ aFormula: 42, aSequence: expect.stringMatching(/^STY-\d{4}$/) });
  expect(item.aSequence).not.toBe("STY-9999");
  expect(process.issues.map(({ columnName }: { columnName: string }) => columnName)).toEqual(["aSequence", "aFormula"]);
  expect(process.warnings).toBe(2);
});

test("a unique value repeated in the file, or taken in the database, is found before the first write", async () => {
  await load(service, rows(`${base},aCode`, "V1,One,c-1"), items);

  const twice = await load(service, rows(`${base},aCode`, "V2,Two,c-2", "V3,Three,c-2"), items);
  const taken = await load(service, rows(`${base},aCode`, "V4,Four,c-4", "V5,Five,c-1"), items);

  for (const process of [twice, taken]) {
    expect(process).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA", errors: 1 });
    expect(process.issues).toMatchObject([{ rowNumber: 3, columnName: "aCode", issueType: "VALIDATION_ERROR" }]);
  }
  expect(await byFederatedId(service, "items", "V2")).toBeUndefined();
  expect(await byFederatedId(service, "items", "V4")).toBeUndefined();
});

test("a disabled property causes a warning and is still written", async () => {
  const process = await load(service, rows(`${base},anOld`, "D1,One,still"), items);

  expect((await byFederatedId(service, "items", "D1")).anOld).toBe("still");
  expect(process.issues).toMatchObject([{ columnName: "anOld", severity: "warning" }]);
});

test("the display texts of options are converted to their values, also for expressions", async () => {
  await load(service, rows(`${base},aChoice,aMultiSelect`, 'O1,One,"spring, SUMMER","Fall Winter,SS"'), {
    ...items,
    conditionalColumns: [{ toProperty: "aString", default: "{aChoice}/{aMultiSelect}" }],
  });

  expect(await byFederatedId(service, "items", "O1")).toMatchObject({
    aChoice: "SS",
    aMultiSelect: ["FW", "SS"],
    aString: "SS/FW,SS",
  });
});
