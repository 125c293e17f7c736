import type { PropertyDefinition, PropertyType } from "@weft/contract";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../platform/json-value.ts";
import { buildRows, buildTree } from "./testing/build-rows.ts";

const own = { itemFamilyFederatedId: "F", name: "Parka" };
const seasons = [
  { value: "fw", display: "Fall" },
  { value: "ss", display: "Spring" },
];
const needed: Partial<Record<PropertyType, Partial<PropertyDefinition>>> = {
  choice: { optionSetId: "seasons" },
  multi_select: { optionSetId: "seasons" },
  object_reference: { referenceType: "custom-entity:vendor" },
  object_ref_list: { referenceType: "custom-entity:vendor" },
  formula: { expression: "1", resultKind: "number" },
};
const ids = {
  "custom-entity:vendor": {
    V1: "vendor0000000001",
    V2: "vendor0000000002",
    vendor0000000001: "vendor0000000001",
    True: "vendor0000000003",
  },
  user: { "ann@x.org": "user000000000001", user000000000001: "user000000000001" },
  file: { file000000000001: "file000000000001" },
};

function readOne(
  propertyType: PropertyType,
  given: { cell: string } | { made: JsonValue },
  options: Partial<PropertyDefinition> = {},
) {
  const types = buildTree(
    { item: { properties: [{ slug: "it", propertyType, ...needed[propertyType], ...options }] } },
    { seasons },
  );
  const { drafts, issues, names } =
    "cell" in given
      ? buildRows({ types, cells: [{ ...own, it: given.cell }], ids })
      : buildRows({ types, cells: [own], made: { it: given.made }, ids });
  const object = Object(drafts[0]).family?.object;
  return { value: object?.it, isSet: object !== undefined && "it" in object, issues, names };
}

describe("a cell of each type", () => {
  test.each<[PropertyType, string, JsonValue]>([
    ["string", "Parka", "Parka"],
    ["string", "TRUE", "TRUE"],
    ["text", "False", "False"],
    ["number", "-1.5e2", -150],
    ["number", "1,234.50", 1234.5],
    ["currency", "12.50", 12.5],
    ["percent", "12.5%", 12.5],
    ["rating", "4", 4],
    ["date", "2026-12-31", "2026-12-31"],
    ["datetime", "2026-12-31T12:00:00+01:00", "2026-12-31T11:00:00.000Z"],
    ["boolean", "TRUE", true],
    ["boolean", "yes", true],
    ["boolean", "0", false],
    ["choice", "Fall", "fw"],
    ["choice", "ss", "ss"],
    ["multi_select", "Fall, ss", ["fw", "ss"]],
    ["url", "https://example.com/a", "https://example.com/a"],
    ["image", "file000000000001", "file000000000001"],
    ["image_list", "file000000000001", ["file000000000001"]],
    ["json", '{"a": [1]}', { a: [1] }],
    ["json", "TRUE", true],
    ["object_reference", "V1", "vendor0000000001"],
    ["object_reference", "vendor0000000001", "vendor0000000001"],
    ["object_reference", "True", "vendor0000000003"],
    ["object_ref_list", "V2, V1", ["vendor0000000002", "vendor0000000001"]],
    ["user_list", "Ann@X.org", ["user000000000001"]],
    ["user_list", "user000000000001", ["user000000000001"]],
    ["size_range", "S, M,L", { sizes: ["S", "M", "L"] }],
  ])("%s: %j is %j", (propertyType, cell, expected) => {
    const { value, issues } = readOne(propertyType, { cell });

    expect(value).toStrictEqual(expected);
    expect(issues).toStrictEqual([]);
  });

  test.each<[PropertyType, JsonValue]>([
    ["string", null],
    ["text", ""],
    ["number", null],
    ["boolean", null],
    ["choice", null],
    ["json", null],
    ["object_ref_list", null],
    ["size_range", null],
  ])("an empty %s is %j", (propertyType, expected) => {
    const { value, isSet, issues } = readOne(propertyType, { cell: "" });

    expect({ value, isSet, issues }).toStrictEqual({ value: expected, isSet: true, issues: [] });
  });

  test.each<[PropertyType, string, string]>([
    ["number", "1,234", "it is not a number: 1,234. Write it as 1234.5."],
    ["number", "true", "it is not a number: true. Write it as 1234.5."],
    ["currency", "1.23456", "it must have at most 4 decimals. Round it."],
    ["rating", "6", "it must be from 0 to 5."],
    ["date", "31.12.2026", "it is not a date: 31.12.2026. Write it as 2026-12-31."],
    ["datetime", "2026-12-31", "it is not a time: 2026-12-31. Write it with its zone, as 2026-12-31T12:00:00Z."],
    ["boolean", "maybe", "it is neither true nor false: maybe. Write it as true or false."],
    ["url", "/a", "it is not an absolute URL: /a. Write it as https://example.com/parka."],
    ["json", "{", 'it is not JSON: {. Write it as {"key": "value"}, [1, 2] or "text".'],
    ["size_range", "S,S", "it contains S twice. Remove one."],
    ["multi_select", "fw,Fall", "it contains fw twice. Remove one."],
    ["object_ref_list", "V1,vendor0000000001", "it contains vendor0000000001 twice. Remove one."],
    ["string", "a\0", "it contains the NUL character (U+0000), which cannot be stored. Remove it."],
  ])("an invalid %s, %j, is an error", (propertyType, cell, message) => {
    const { isSet, issues } = readOne(propertyType, { cell });

    expect(isSet).toBe(false);
    expect(issues).toMatchObject([
      { rowNumber: 2, severity: "error", issueType: "INVALID_DATA", columnName: "it", message },
    ]);
    expect(issues[0]?.suggestion).toMatch(/An empty cell clears the property\.$/);
  });

  test("a long cell is shortened in reports", () => {
    const { issues } = readOne("number", { cell: "9x".repeat(500) });

    expect(issues[0]?.data).toHaveLength(81);
  });
});

describe("the result of an expression", () => {
  test.each<[PropertyType, JsonValue, JsonValue]>([
    ["number", 12, 12],
    ["number", "12", 12],
    ["boolean", true, true],
    ["string", true, "true"],
    ["string", " a ", "a"],
    ["json", { a: 1 }, { a: 1 }],
    ["json", "[1]", [1]],
    ["multi_select", ["fw", "Spring"], ["fw", "ss"]],
    ["object_ref_list", ["V1"], ["vendor0000000001"]],
    ["size_range", { sizes: ["S"] }, { sizes: ["S"] }],
    ["number", null, null],
    ["text", null, null],
  ])("%s: %j is %j", (propertyType, made, expected) => {
    expect(readOne(propertyType, { made })).toMatchObject({ value: expected, issues: [] });
  });

  test.each<[PropertyType, JsonValue, string]>([
    ["string", 12, 'it must be a string, such as "Parka".'],
    ["number", [1], "it must be a number, such as 1234.5."],
    ["choice", 1, "it must be a string, the value of an option."],
    ["multi_select", [1], "it must be a list of strings, but its entry 1 is not a string."],
    ["object_reference", 1, "it must be a string, the id of an entity."],
  ])("%s: %j is an error", (propertyType, made, message) => {
    const { issues } = readOne(propertyType, { made });

    expect(issues).toMatchObject([
      { severity: "error", issueType: "INVALID_DATA", message, data: JSON.stringify(made) },
    ]);
  });

  test("undefined keeps the value of the property", () => {
    expect(readOne("number", { made: undefined })).toMatchObject({ isSet: false, issues: [] });
  });
});

describe("a warning that sets no value", () => {
  test.each<[PropertyType, string, string, string]>([
    [
      "choice",
      "Fal",
      "it is not an option: Fal. Use one of fw, ss.",
      "Did you mean Fall? The property keeps its value.",
    ],
    [
      "multi_select",
      "fw,Sprin",
      "it is not an option: Sprin. Use one of fw, ss.",
      "Did you mean Spring? The property keeps its value.",
    ],
    [
      "choice",
      "winter",
      "it is not an option: winter. Use one of fw, ss.",
      "Use an option of the set, or add this one to it; until then the property keeps its value.",
    ],
    [
      "object_reference",
      "V9",
      "it refers to V9, but there is no custom-entity:vendor with that federatedId or id.",
      "Load that custom-entity:vendor first, or correct the cell; until then the property keeps its value.",
    ],
    [
      "object_ref_list",
      "V1,V9",
      "it refers to V9, but there is no custom-entity:vendor with that federatedId or id.",
      "Load that custom-entity:vendor first, or correct the cell; until then the property keeps its value.",
    ],
    [
      "user_list",
      "bob@x.org",
      "it refers to bob@x.org, but there is no user with that email or id.",
      "Load that user first, or correct the cell; until then the property keeps its value.",
    ],
    [
      "image",
      "file000000000009",
      "it refers to file000000000009, but there is no file with that name or id.",
      "Upload that file first, or correct the cell; until then the property keeps its value.",
    ],
  ])("%s: %j", (propertyType, cell, message, suggestion) => {
    const { isSet, issues } = readOne(propertyType, { cell });

    expect(isSet).toBe(false);
    expect(issues).toMatchObject([
      { severity: "warning", rowNumber: 2, columnName: "it", step: 6, message, suggestion },
    ]);
  });

  test.each<PropertyType>(["formula", "sequence"])("a %s is computed by the service, and ignored", (propertyType) => {
    expect(readOne(propertyType, { cell: "1" })).toMatchObject({ isSet: false, issues: [] });
  });
});

test.each<[PropertyType, string, string[]]>([
  ["object_reference", "V1", ["custom-entity:vendor V1"]],
  ["object_reference", "", []],
  ["object_ref_list", "V1, V2", ["custom-entity:vendor V1", "custom-entity:vendor V2"]],
  ["user_list", "Ann@X.org,userABC", ["user ann@x.org", "user userABC"]],
  ["image", "abc", ["file abc"]],
  ["image_list", "abc, def", ["file abc", "file def"]],
  ["object_reference", "TRUE", ["custom-entity:vendor TRUE"]],
  ["string", "V1", []],
])("%s: %j looks up %j", (propertyType, cell, expected) => {
  const { names } = readOne(propertyType, { cell });

  expect([...names].flatMap(([path, texts]) => [...texts].map((text) => `${path} ${text}`))).toStrictEqual(expected);
});

test("a required property cannot be cleared, but may be omitted", () => {
  const cleared = readOne("string", { cell: "" }, { required: true });
  const nulled = readOne("string", { made: null }, { required: true });
  const left = readOne("string", { made: undefined }, { required: true });
  const text = readOne("text", { cell: "" }, { required: true });

  expect(cleared.issues).toMatchObject([
    {
      severity: "error",
      issueType: "MISSING_DATA",
      columnName: "it",
      message: "it is empty, but its type requires it.",
    },
  ]);
  expect(nulled.issues).toMatchObject(cleared.issues);
  expect(left.issues).toStrictEqual([]);
  expect(text.issues).toStrictEqual([]);
});

test("a cell under the property's label keeps its spelling", () => {
  const types = buildTree({ item: { properties: [{ slug: "motto", label: "The Motto" }] } });

  const { drafts } = buildRows({
    types,
    configuration: { propertiesToRemove: ["The motto"] },
    cells: [{ ...own, "The motto": "TRUE" }],
    made: { motto: true },
  });

  expect(drafts).toMatchObject([{ family: { object: { motto: "TRUE" } } }]);
});

test("a copied cell keeps its spelling", () => {
  const configuration = { conditionalColumns: [{ toProperty: "motto", fromProperty: "Says" }] };
  const types = buildTree({ item: { properties: [{ slug: "motto" }, { slug: "Says", propertyType: "boolean" }] } });

  const { drafts } = buildRows({ types, configuration, cells: [{ ...own, Says: "True" }], made: { motto: true } });

  expect(drafts).toMatchObject([{ family: { object: { motto: "True", Says: true } } }]);
});
