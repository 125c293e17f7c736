import { afterAll, beforeAll, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { byFederatedId, load, messagesIn, rows, start, upload } from "../testing/loading.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

const base = "itemFamilyFederatedId,name";

/** The values of a column for all rows, without writing. An unset value is null. */
async function columnOf(column: string, csv: string, configuration: object) {
  const fileLocation = await upload(service, csv);
  const request = { loadType: ["ITEM"], fileLocation, dryRun: true, sampleRows: 20, ...configuration };
  const { body } = await start(service, request);
  const { columns, rows: sampled } = body.samples.at(-1) ?? { columns: [], rows: [] };
  const values = sampled.map(({ values: row }: { values: unknown[] }) => row[columns.indexOf(column)]);
  return { ...body, values };
}

const quantities = rows(`${base},qty`, "a,A,500", "b,B,50", "c,C,5");

test("conditions are tried in order and the first match wins", async () => {
  const { values } = await columnOf("size", quantities, {
    conditionalColumns: [
      {
        toProperty: "size",
        conditions: [
          { conditional: "{qty} > 10", value: "mid" },
          { conditional: "{qty} > 100", value: "bulk" },
        ],
        default: "small",
      },
    ],
  });

  expect(values).toEqual(["mid", "mid", "small"]);
});

test("an existing column is overwritten; without a match and a default it is unchanged", async () => {
  const { values } = await columnOf("qty", quantities, {
    conditionalColumns: [{ toProperty: "qty", conditions: [{ conditional: "{qty} > 100", value: "many" }] }],
  });

  expect(values).toEqual(["many", "50", "5"]);
});

test("a new column without a match and a default is absent for the row, so the stored value is kept", async () => {
  await load(service, rows(`${base},grade`, "keep,Keep,A"), { loadType: ["ITEM"] });

  await load(service, rows(`${base},qty`, "keep,Keep,1"), {
    loadType: ["ITEM"],
    conditionalColumns: [{ toProperty: "grade", conditions: [{ conditional: "{qty} > 100", value: "B" }] }],
  });

  expect((await byFederatedId(service, "items", "keep")).grade).toBe("A");
});

test("fromProperty copies, and is ignored with a warning if there are conditions", async () => {
  const copied = await columnOf("copy", quantities, {
    conditionalColumns: [{ toProperty: "copy", fromProperty: "qty", default: "unused" }],
  });
  const ignored = await columnOf("copy", quantities, {
    conditionalColumns: [
      { toProperty: "copy", fromProperty: "qty", conditions: [{ conditional: "{qty} > 100", value: "x" }] },
    ],
  });

  expect(copied.values).toEqual(["500", "50", "5"]);
  expect(ignored.values).toEqual(["x", null, null]);
  expect(messagesIn(ignored)).toContainEqual(expect.stringContaining("fromProperty is ignored"));
});

test("an empty list of conditions also disables fromProperty, and the default applies", async () => {
  const { values } = await columnOf("copy", quantities, {
    conditionalColumns: [{ toProperty: "copy", fromProperty: "qty", conditions: [], default: "d" }],
  });

  expect(values).toEqual(["d", "d", "d"]);
});

test("values and defaults may be any JSON, a literal without a brace", async () => {
  const { values, expressionReadings } = await columnOf("flag", quantities, {
    conditionalColumns: [{ toProperty: "flag", conditions: [{ conditional: "{qty} > 100", value: true }], default: 7 }],
  });

  expect(values).toEqual([true, 7, 7]);
  expect(expressionReadings.map(({ reading }: { reading: string }) => reading)).toEqual([
    "expression",
    "literal",
    "literal",
  ]);
});

/** Concatenated, so that it is not mistaken for a template of this file. */
const dollar = "$";
const season = rows(`${base},brand,style,season,price`, "t,T,Nike,Air,fw,10");

test.each([
  ["no brace is a literal", "item:product", "item:product", "literal"],
  ["text with columns in it", "{brand}-{style}", "Nike-Air", "template"],
  ["an expression in a brace", "{season.toUpperCase()}-26", "FW-26", "template"],
  ["a template literal", `\`${dollar}{{brand}}/${dollar}{{style}}\``, "Nike/Air", "expression"],
  ["a call", "{season}.toUpperCase()", "FW", "expression"],
  ["a ternary", '{price} > 5 ? "dear" : "cheap"', "dear", "expression"],
  ["a leading =", "={price} + 1", "101", "expression"],
  ["arithmetic-looking text", "{style}-{price}", "Air-10", "template"],
])("a default is parsed once, by its text: %s", async (_, text, value, reading) => {
  const answer = await columnOf("made", season, { conditionalColumns: [{ toProperty: "made", default: text }] });

  expect(answer.values).toEqual([value]);
  expect(answer.expressionReadings).toMatchObject([{ toProperty: "made", reading }]);
});

test("the value of a condition is parsed in the same way", async () => {
  const { values } = await columnOf("made", season, {
    conditionalColumns: [
      {
        toProperty: "made",
        conditions: [{ conditional: '{season} === "fw"', value: "{brand.toLowerCase()} {style}" }],
      },
    ],
  });

  expect(values).toEqual(["nike Air"]);
});

test("a later column sees earlier ones and those of mappings", async () => {
  const { values } = await columnOf("third", season, {
    federatedMappings: { region: "EMEA" },
    conditionalColumns: [
      { toProperty: "first", default: "{region}-{brand}" },
      { toProperty: "second", fromProperty: "first" },
      { toProperty: "third", default: "{second}!" },
    ],
  });

  expect(values).toEqual(["EMEA-Nike!"]);
});

test("a cell is always data, never code", async () => {
  const hostile = rows(`${base},brand`, `h,H,"\`${dollar}{process.exit()}\`"`, 'i,I,"""+constructor+"""');

  const { values } = await columnOf("made", hostile, {
    conditionalColumns: [{ toProperty: "made", default: "={brand}.length + ''" }],
  });

  expect(values).toEqual(["19", "15"]);
});

test("typePath and optionGroup for all rows", async () => {
  await load(service, rows("itemFamilyFederatedId,itemOptionFederatedId,name,optionName", "g,g-1,Shoe,41"), {
    loadType: ["ITEM"],
    conditionalColumns: [
      { toProperty: "typePath", default: "item:shoe" },
      { toProperty: "optionGroup", default: "size" },
    ],
  });

  expect(await byFederatedId(service, "items", "g-1")).toMatchObject({ typePath: "item:shoe", optionGroup: "size" });
  expect(await byFederatedId(service, "items", "g")).toMatchObject({ typePath: "item:shoe" });
});

test("an unknown column is one warning with the closest name; with strictColumns an error", async () => {
  const conditionalColumns = [{ toProperty: "made", default: "{bran}-{style}" }];

  const open = await columnOf("made", season, { conditionalColumns });
  const strict = await load(service, season, { loadType: ["ITEM"], conditionalColumns, strictColumns: true });

  expect(open.values).toEqual(["-Air"]);
  expect(open.issues.filter(({ columnName }: { columnName: string }) => columnName === "bran")).toMatchObject([
    { severity: "warning", suggestion: expect.stringContaining('"brand"') },
  ]);
  expect(strict).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA" });
  expect(strict.issues.filter(({ severity }: { severity: string }) => severity === "error")).toMatchObject([
    { columnName: "made", message: expect.stringContaining('no column "bran"') },
  ]);
});

test("a row that throws does not match the condition, has no value, and causes one issue", async () => {
  const { values, issues } = await columnOf("made", rows(`${base},code`, "x,X,", "y,Y,q"), {
    conditionalColumns: [
      {
        toProperty: "made",
        conditions: [
          { conditional: "{code}[0].length === 1", value: "one" },
          { conditional: "{code}[0].length === 2", value: "two" },
        ],
        default: "none",
      },
    ],
  });

  expect(values).toEqual(["none", "one"]);
  expect(issues.filter(({ rowNumber }: { rowNumber?: number }) => rowNumber === 2)).toHaveLength(1);
});

test.each([
  ["no expression", "{qty} >"],
  ["code that is not allowed", "while (true) {}"],
  ["a way out of the row", "{qty}.constructor.constructor('return 1')()"],
])("a conditional that is %s fails the load before anything is written", async (_, conditional) => {
  const process = await load(service, rows(`${base},qty`, "never,N,1"), {
    loadType: ["ITEM"],
    conditionalColumns: [{ toProperty: "made", conditions: [{ conditional, value: 1 }] }],
  });

  const invalid = process.status === "failed" ? process.issues.at(-1) : { severity: "none" };
  expect(invalid).toMatchObject({ severity: "error", columnName: "made" });
  expect(await byFederatedId(service, "items", "never")).toBeUndefined();
});

test.each([
  ["no toProperty", [{ default: "x" }], "#/conditionalColumns/0/toProperty"],
  ["an unknown part", [{ toProperty: "a", defalt: "x" }], "#/conditionalColumns/0/defalt"],
  ["a condition without a conditional", [{ toProperty: "a", conditions: [{ value: 1 }] }], "conditional"],
  ["conditions that are not a list", [{ toProperty: "a", conditions: {} }], "#/conditionalColumns/0/conditions"],
])("%s is rejected", async (_, conditionalColumns, pointer) => {
  const answer = await start(service, { loadType: ["ITEM"], conditionalColumns });

  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: expect.stringContaining(pointer) }] } });
});
