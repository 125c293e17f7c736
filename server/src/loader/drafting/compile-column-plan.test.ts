import { describe, expect, test } from "vitest";
import { buildRows, buildTree } from "./testing/build-rows.ts";

const option = { itemFamilyFederatedId: "F", itemOptionFederatedId: "O", name: "Parka", optionName: "Red" };
const family = { ...option, itemOptionFederatedId: "", optionName: "" };
const seasonal = { loadType: ["ITEM", "PROJECT_ITEM", "ASSORTMENT"] as const };
const configuration = {
  loadType: [...seasonal.loadType],
  assortmentSplit: { fieldToSplitOn: "name", values: [{ value: "Parka" }] },
};

/** The drafts that contain a value. */
function placesOf(drafts: unknown, slug: string): string[] {
  const { family, option, projectFields, member } = Object(drafts);
  const places = {
    family: family?.object,
    option: option?.object,
    projectFamily: projectFields?.family,
    projectOption: projectFields?.option,
    member: member?.object,
  };
  return Object.entries(places).flatMap(([place, object]) => (object !== undefined && slug in object ? [place] : []));
}

describe("levels of items", () => {
  const types = buildTree({
    item: {
      properties: [
        { slug: "ofFamily", level: "family" },
        { slug: "ofOption", level: "option" },
        { slug: "ofAll", level: "all" },
        { slug: "ofOverride", level: "override" },
      ],
    },
  });

  test.each([
    ["ofFamily", ["family"], ["family"]],
    ["ofOption", ["option"], []],
    ["ofAll", ["option"], ["family"]],
    ["ofOverride", ["option"], ["family"]],
    ["ofFamilyFamily", ["family"], ["family"]],
    ["ofAllFamily", ["family"], ["family"]],
    ["ofOverrideFamily", ["family"], ["family"]],
    ["ofAllOption", ["option"], []],
    ["ofOverrideOption", ["option"], []],
    ["ofOptionOption", ["option"], []],
  ])("the column %s sets %j in an option row, and %j in a family row", (column, onOption, onFamily) => {
    const slug = column.replace(/(?<=^of[A-Z][a-z]+)(Family|Option)$/, "");

    const ofOption = buildRows({ types, cells: [{ ...option, [column]: "v" }] });
    const ofFamily = buildRows({ types, cells: [{ ...family, [column]: "v" }] });

    expect(placesOf(ofOption.drafts[0], slug)).toStrictEqual(onOption);
    expect(ofOption.issues).toStrictEqual([]);
    expect(placesOf(ofFamily.drafts[0], slug)).toStrictEqual(onFamily);
    expect(ofFamily.issues).toHaveLength(onFamily.length === 0 ? 1 : 0);
  });

  test("option values in a family row are ignored with a warning, unless they are empty", () => {
    const filled = buildRows({ types, cells: [{ ...family, ofOption: "v" }] });
    const empty = buildRows({ types, cells: [{ ...family, ofOption: "" }] });

    expect(filled.issues).toMatchObject([
      {
        rowNumber: 2,
        severity: "warning",
        columnName: "ofOption",
        message: "ofOption belongs to options, but this row has only a family; ignored.",
      },
    ]);
    expect(empty.issues).toStrictEqual([]);
  });

  test.each(["ofFamilyOption", "ofOptionFamily"])("%s targets a level that cannot hold it", (column) => {
    const { drafts, issues } = buildRows({ types, cells: [{ ...option, [column]: "v" }] });

    expect(drafts[0]).toBeDefined();
    expect(Object.values(Object(drafts[0]).option.object)).not.toContain("v");
    expect(issues).toMatchObject([{ issueType: "HEADER_MISMATCH", severity: "warning", columnName: column }]);
  });

  test("a column that targets a level wins over one that does not", () => {
    const { drafts } = buildRows({
      types,
      cells: [{ ...option, ofAllOption: "aimed", ofAll: "plain", ofAllFamily: "f" }],
    });

    expect(drafts).toMatchObject([{ option: { object: { ofAll: "aimed" } }, family: { object: { ofAll: "f" } } }]);
  });

  test("a property whose own slug ends in Family is not a level column", () => {
    const own = buildTree({ item: { properties: [{ slug: "color" }, { slug: "colorFamily", level: "option" }] } });

    const { drafts } = buildRows({ types: own, cells: [{ ...option, colorFamily: "blues" }] });

    expect(drafts).toMatchObject([{ option: { object: { colorFamily: "blues" } } }]);
    expect(placesOf(drafts[0], "color")).toStrictEqual([]);
  });
});

describe("several entity types in one load", () => {
  const types = buildTree({
    item: { properties: [{ slug: "onItem" }, { slug: "onBoth", level: "family" }, { slug: "price" }] },
    "project-item": {
      properties: [
        { slug: "onProject" },
        { slug: "held", level: "family" },
        { slug: "onBoth", level: "option" },
        { slug: "price" },
      ],
    },
    "assortment-item": { properties: [{ slug: "onMember" }, { slug: "price" }] },
  });

  test.each([
    ["onItem", ["option"], ["family"]],
    ["onProject", ["projectOption"], ["projectFamily"]],
    ["held", ["projectFamily"], ["projectFamily"]],
    ["onMember", ["member"], ["member"]],
    ["onBoth", ["family", "projectOption"], ["family"]],
    ["price", ["option", "projectOption", "member"], ["family", "projectFamily", "member"]],
    ["priceFamily", ["family", "projectFamily"], ["family", "projectFamily", "member"]],
    ["priceOption", ["option", "projectOption", "member"], []],
    ["unknown", ["option"], ["family"]],
  ])("the column %s sets %j in an option row, and %j in a family row", (column, onOption, onFamily) => {
    const slug = column.replace(/^price(Family|Option)$/, "price");

    const ofOption = buildRows({ configuration, types, cells: [{ ...option, [column]: "v" }] });
    const ofFamily = buildRows({ configuration, types, cells: [{ ...family, [column]: "v" }] });

    expect(placesOf(ofOption.drafts[0], slug)).toStrictEqual(onOption);
    expect(placesOf(ofFamily.drafts[0], slug)).toStrictEqual(onFamily);
  });

  test("a family row has seasonal fields for the family only", () => {
    const { drafts } = buildRows({ configuration, types, cells: [{ ...family, onProject: "v" }] });

    expect(drafts).toMatchObject([{ projectFields: { family: { onProject: "v" } } }]);
    expect(Object(drafts[0]).projectFields).not.toHaveProperty("option");
  });

  test("in a load of items only, properties of the other types are undefined", () => {
    const { drafts, issues } = buildRows({ types, cells: [{ ...option, onProject: "v" }] });

    expect(placesOf(drafts[0], "onProject")).toStrictEqual(["option"]);
    expect(issues).toMatchObject([{ issueType: "HEADER_MISMATCH", columnName: "onProject" }]);
  });

  test("a cell that is invalid for two entity types is reported once", () => {
    const twice = buildTree({
      item: { properties: [{ slug: "qty", propertyType: "number" }] },
      "project-item": { properties: [{ slug: "qty", propertyType: "number" }] },
    });

    const { issues } = buildRows({ configuration, types: twice, cells: [{ ...option, qty: "many" }] });

    expect(issues).toHaveLength(1);
  });
});

describe("an undefined column", () => {
  test("is stored as text on an open type and reported once for all rows", () => {
    const cells = [1, 2, 3].map((n) => ({ ...option, itemOptionFederatedId: `O${n}`, Remark: n === 2 ? "" : "TRUE" }));

    const { drafts, issues } = buildRows({ cells });

    expect(drafts.map((one) => Object(one).option.object.Remark)).toStrictEqual(["TRUE", null, "TRUE"]);
    expect(issues).toStrictEqual([
      {
        columnName: "Remark",
        issueType: "HEADER_MISMATCH",
        severity: "warning",
        message: 'The types of this load have no property "Remark". It is stored on the item as an undefined property.',
        suggestion: "Define the property on item, or add the column to propertiesToRemove.",
        step: 6,
      },
    ]);
  });

  test("is dropped on a strict type", () => {
    const types = buildTree({ item: { mode: "strict" } });

    const { drafts, issues } = buildRows({ types, cells: [{ ...option, Remark: "x" }] });

    expect(placesOf(drafts[0], "Remark")).toStrictEqual([]);
    expect(issues).toMatchObject([{ issueType: "HEADER_MISMATCH", severity: "warning", columnName: "Remark" }]);
  });

  test.each([["__proto__"], ["x".repeat(129)]])("named %s cannot be stored", (column) => {
    const cells = [Object.fromEntries([...Object.entries(option), [column, "x"]])];

    const { drafts, issues } = buildRows({ cells });

    expect(drafts).toHaveLength(1);
    expect(JSON.stringify(drafts)).not.toContain('"x"');
    expect(issues).toMatchObject([{ message: expect.stringContaining("The column is dropped") }]);
  });

  test.each([
    [12.5, 12.5],
    [true, true],
    [{ a: [1] }, '{"a":[1]}'],
    [" x ", "x"],
    [null, null],
  ])("stores %j as %j", (value, stored) => {
    const { drafts } = buildRows({ cells: [option], made: { Remark: value } });

    expect(drafts).toMatchObject([{ option: { object: { Remark: stored } } }]);
  });
});

test("rows of different types are routed by their own type", () => {
  const types = buildTree({
    "item:a": { properties: [{ slug: "size", propertyType: "number" }] },
    "item:b": { mode: "strict" },
  });
  const cells = [
    { ...option, itemOptionFederatedId: "O1", typePath: "item:a", size: "1" },
    { ...option, itemFamilyFederatedId: "G", itemOptionFederatedId: "O2", name: "B", typePath: "item:b", size: "2" },
    { ...option, itemFamilyFederatedId: "H", itemOptionFederatedId: "O3", name: "C", typePath: "item:c", size: "3" },
  ];

  const { drafts } = buildRows({ types, cells });

  expect(drafts.map((one) => Object(one).option.object.size)).toStrictEqual([1, undefined, "3"]);
});

test("a column of another type is reported once a row with a value in it comes", () => {
  const types = buildTree({ "item:a": { properties: [{ slug: "size", propertyType: "number" }] } });
  const rowOf = (typePath: string, size: string, index: number) => ({
    ...option,
    itemFamilyFederatedId: `F${index}`,
    name: `Style ${index}`,
    itemOptionFederatedId: `O${index}`,
    typePath,
    size,
  });
  const issuesOf = (sizes: readonly (readonly [string, string])[]) =>
    buildRows({ types, cells: sizes.map(([typePath, size], index) => rowOf(typePath, size, index)) }).issues;

  const quiet = issuesOf([
    ["item:a", "1"],
    ["item:b", ""],
    ["item:c", ""],
  ]);
  const warned = issuesOf([
    ["item:a", "1"],
    ["item:b", ""],
    ["item:b", "2"],
    ["item:b", "3"],
  ]);

  expect(quiet).toEqual([]);
  expect(warned).toMatchObject([
    {
      columnName: "size",
      severity: "warning",
      message:
        'Rows of the type item:b have values in "size", a property of other types. It is stored on the item as an undefined property.',
      suggestion: "Leave the cells of these rows empty, or define the property on item:b.",
    },
  ]);
});
