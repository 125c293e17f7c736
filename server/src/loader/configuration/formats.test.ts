import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { byFederatedId, load, rows, start } from "../testing/loading.ts";

let service: TestService;

const header = "itemFamilyFederatedId;name;typePath;price;share;stars;from;at";
const items = { loadType: ["ITEM"] };

beforeAll(async () => {
  service = await shareTestService();
  await service.call("POST", "/entity-types", {
    body: {
      typePath: "item:formatted",
      properties: [
        { slug: "price", label: "Price", propertyType: "currency", currency: "EUR" },
        { slug: "share", label: "Share", propertyType: "percent" },
        { slug: "stars", label: "Stars", propertyType: "rating" },
        { slug: "from", label: "From", propertyType: "date" },
        { slug: "at", label: "At", propertyType: "datetime" },
      ],
    },
  });
});

afterAll(() => service.stop());

describe("numberFormat and dateFormat", () => {
  test("say how the file writes numbers and dates", async () => {
    const csv = rows(header, "F1;Parka;item:formatted;1.234,50 €;12,5%;4,5;31.12.2026;1.2.2026 14:30+01:00");

    const loaded = await load(service, csv, { ...items, numberFormat: "1.234,56", dateFormat: "DD.MM.YYYY" });

    expect(loaded).toMatchObject({
      status: "completed",
      errors: 0,
      numberFormat: "1.234,56",
      dateFormat: "DD.MM.YYYY",
    });
    expect(await byFederatedId(service, "items", "F1")).toMatchObject({
      price: 1234.5,
      share: 12.5,
      stars: 4.5,
      from: "2026-12-31",
      at: "2026-02-01T13:30:00.000Z",
    });
  });

  test("are named by the issue of a row that does not fit", async () => {
    const csv = rows(header, "F2;Parka;item:formatted;1,234.50;1;1;2026-12-31;");

    const loaded = await load(service, csv, { ...items, numberFormat: "1.234,56", dateFormat: "DD.MM.YYYY" });

    expect(loaded).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA" });
    expect(
      loaded.issues.map(({ rowNumber, columnName, message, suggestion }: Record<string, unknown>) => ({
        rowNumber,
        columnName,
        message,
        suggestion,
      })),
    ).toEqual([
      {
        rowNumber: 2,
        columnName: "price",
        message: "price is not an amount: 1,234.50. Write it as 1.234,56 or 1.234,56 EUR.",
        suggestion: "The numberFormat of the load is 1.234,56. An empty cell clears the property.",
      },
      {
        rowNumber: 2,
        columnName: "from",
        message: "from is not a date: 2026-12-31. Write it as DD.MM.YYYY.",
        suggestion: "The dateFormat of the load is DD.MM.YYYY. An empty cell clears the property.",
      },
    ]);
  });

  test("are closed sets", async () => {
    const answer = await start(service, { ...items, dateFormat: "dd.mm.yy" });

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/dateFormat" }] } });
    expect(answer.body.detail).toContain("DD.MM.YYYY");
  });
});

test("a number or boolean of the configuration keeps its type in a new property, and a cell is text", async () => {
  const csv = rows("itemFamilyFederatedId,name,flag", "F3,Parka,TRUE");
  const conditionalColumns = [
    { toProperty: "qty", default: 5 },
    { toProperty: "isNew", default: true },
  ];

  const loaded = await load(service, csv, { ...items, conditionalColumns });

  expect(await byFederatedId(service, "items", "F3")).toMatchObject({ qty: 5, isNew: true, flag: "TRUE" });
  expect(
    loaded.undescribedColumns.map(({ slug, guessedKind }: { slug: string; guessedKind: string }) => [
      slug,
      guessedKind,
    ]),
  ).toEqual([
    ["flag", "boolean"],
    ["qty", "number"],
    ["isNew", "boolean"],
  ]);
});

test("the answer to a type that stored texts contradict names the operation that converts them", async () => {
  await load(service, rows("itemFamilyFederatedId,name,typePath,amount", "F4,Parka,item:counted,12"), items);
  const properties = [{ slug: "amount", label: "Amount", propertyType: "number" }];

  const refused = await service.call("PUT", "/entity-types/item:counted", { body: { properties } });
  const described = await service.call("POST", "/entity-types/item:counted/describe", { body: { properties } });

  expect(refused.status).toBe(409);
  expect(refused.body.detail).toContain("POST /api/entity-types/item:counted/describe");
  expect(described.status).toBe(200);
  expect(await byFederatedId(service, "items", "F4")).toMatchObject({ amount: 12 });
});

test.each([
  [{ federatedMapings: {} }, "#/federatedMapings", "Did you mean federatedMappings?"],
  [{ numberformat: "1,234.56" }, "#/numberformat", "Did you mean numberFormat?"],
  [{ conditionalColumns: [{ toPropery: "a" }] }, "#/conditionalColumns/0/toPropery", "Did you mean toProperty?"],
  [
    { conditionalColumns: [{ toProperty: "a", conditions: [{ conditional: "1", value: 1, vlaue: 1 }] }] },
    "#/conditionalColumns/0/conditions/0/vlaue",
    "Did you mean value?",
  ],
  [
    { assortmentSplit: { fieldToSplitOn: "a", values: [{ value: "x" }], dropFeild: "d" } },
    "#/assortmentSplit/dropFeild",
    "Did you mean dropField?",
  ],
  [
    { assortmentSplit: { fieldToSplitOn: "a", values: [{ value: "x", asortmentId: "y" }] } },
    "#/assortmentSplit/values/0/asortmentId",
    "Did you mean assortmentId?",
  ],
])("%j is refused with the nearest name", async (part, pointer, advice) => {
  const { status, body } = await start(service, { ...items, ...part });

  expect(status).toBe(400);
  expect(body.errors).toContainEqual(
    expect.objectContaining({ pointer, code: "unknown-member", detail: expect.stringContaining(advice) }),
  );
});
