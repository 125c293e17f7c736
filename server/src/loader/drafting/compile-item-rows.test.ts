import { describe, expect, test } from "vitest";
import { buildRows, buildTree } from "./testing/build-rows.ts";

const item = (federatedId: string, object: object) => ({ entityType: "item", federatedId, object });

describe("the worked examples", () => {
  const configuration = {
    loadType: ["ITEM" as const],
    federatedMappings: {
      itemFamilyFederatedId: "Style",
      itemOptionFederatedId: "SKU",
      name: "Style Name",
      optionName: "Colour",
    },
    propertiesToRemove: ["Style", "SKU", "Style Name", "Colour"],
  };
  const made = { typePath: "item:product", optionGroup: "color" };
  const row = (style: string, sku: string, name: string, colour: string) => ({
    Style: style,
    SKU: sku,
    "Style Name": name,
    Colour: colour,
  });

  test("1: two rows of a style are one family and two options", () => {
    const cells = [row("P10", "P10-R", "Parka", "Red"), row("P10", "P10-B", "Parka", "Blue")];

    const { drafts, issues } = buildRows({ configuration, cells, made });

    const shared = { name: "Parka", typePath: "item:product" };
    const family = item("P10", shared);
    expect(issues).toStrictEqual([]);
    expect(drafts).toStrictEqual([
      {
        kind: "item",
        rowNumber: 2,
        family,
        option: item("P10-R", { ...shared, optionName: "Red", optionGroup: "color" }),
      },
      {
        kind: "item",
        rowNumber: 3,
        family,
        option: item("P10-B", { ...shared, optionName: "Blue", optionGroup: "color" }),
      },
    ]);
  });

  test("1: original columns that are kept are stored as text, with a warning each", () => {
    const cells = [row("P10", "P10-R", "Parka", "Red"), row("P10", "P10-B", "Parka", "Blue")];

    const { drafts, issues } = buildRows({ configuration: { ...configuration, propertiesToRemove: [] }, cells, made });

    expect(drafts[0]).toMatchObject({ option: { object: { Style: "P10", "Style Name": "Parka", Colour: "Red" } } });
    expect(drafts[0]).toMatchObject({ family: { object: { name: "Parka", typePath: "item:product" } } });
    expect(issues.map(({ issueType, severity, columnName }) => [issueType, severity, columnName])).toStrictEqual([
      ["HEADER_MISMATCH", "warning", "Style"],
      ["HEADER_MISMATCH", "warning", "SKU"],
      ["HEADER_MISMATCH", "warning", "Style Name"],
      ["HEADER_MISMATCH", "warning", "Colour"],
    ]);
  });

  test("2: a row without an option id is a family only", () => {
    const { drafts, issues } = buildRows({ configuration, cells: [row("P11", "", "Vest", "")], made });

    expect(issues).toStrictEqual([]);
    expect(drafts).toStrictEqual([
      { kind: "item", rowNumber: 2, family: item("P11", { name: "Vest", typePath: "item:product" }) },
    ]);
  });

  test("3: a row without a family id is an error in that row", () => {
    const cells = [row("P10", "P10-R", "Parka", "Red"), row("", "P12-R", "Vest", "Red")];

    const { drafts, issues } = buildRows({ configuration, cells, made });

    expect(drafts[1]).toBeUndefined();
    expect(issues).toStrictEqual([
      {
        rowNumber: 3,
        severity: "error",
        columnName: "itemFamilyFederatedId",
        issueType: "MISSING_DATA",
        message: "itemFamilyFederatedId is empty: every item row requires one.",
        suggestion: "Fill in itemFamilyFederatedId, or remove the row.",
      },
    ]);
  });

  test("4: a mapping that names no column sets its value on every row", () => {
    const types = buildTree({ item: { properties: [{ slug: "brand", level: "family" }] } });
    const cells = [row("P10", "P10-R", "Parka", "Red"), row("P11", "", "Vest", "")];

    const { drafts } = buildRows({
      configuration: { ...configuration, federatedMappings: { ...configuration.federatedMappings, brand: "Acme" } },
      types,
      cells,
      made,
    });

    expect(drafts).toMatchObject([
      { family: { object: { brand: "Acme" } } },
      { family: { object: { brand: "Acme" } } },
    ]);
  });

  test("5: a conditional column is read like any other", () => {
    const types = buildTree({ item: { properties: [{ slug: "size" }, { slug: "qty", propertyType: "number" }] } });
    const cells = ["500", "50", "5"].map((qty, index) => ({ itemFamilyFederatedId: `F${index}`, name: qty, qty }));
    const size = ({ qty }: Readonly<Record<string, string>>) =>
      Number(qty) > 100 ? "bulk" : Number(qty) > 10 ? "mid" : "small";

    const { drafts, issues } = buildRows({ types, cells, made: { size } });

    expect(issues).toStrictEqual([]);
    expect(drafts).toMatchObject([
      { family: { object: { size: "bulk", qty: 500 } } },
      { family: { object: { size: "mid", qty: 50 } } },
      { family: { object: { size: "small", qty: 5 } } },
    ]);
  });

  test("6: an empty cell clears, an absent column and an undefined value change nothing", () => {
    const types = buildTree({ item: { properties: [{ slug: "season" }, { slug: "note", propertyType: "text" }] } });
    const own = { itemFamilyFederatedId: "F", name: "Parka" };

    const withColumn = buildRows({ types, cells: [{ ...own, season: "", note: "" }] });
    const without = buildRows({ types, cells: [own] });
    const notMade = buildRows({ types, cells: [own], made: { season: undefined } });

    expect(withColumn.drafts).toMatchObject([{ family: { object: { season: null, note: "" } } }]);
    expect(without.drafts[0]).toStrictEqual({ kind: "item", rowNumber: 2, family: item("F", { name: "Parka" }) });
    expect(notMade.drafts).toStrictEqual(without.drafts);
  });
});

describe("requirements of an item row", () => {
  const option = {
    itemFamilyFederatedId: "F",
    itemOptionFederatedId: "O",
    name: "Parka",
    optionName: "Red",
    typePath: "item",
  };

  test.each([
    ["name", { name: "" }, "MISSING_DATA", "name is empty: every item requires one."],
    ["optionName", { optionName: "" }, "MISSING_DATA", "optionName is empty: every option requires one."],
    [
      "itemOptionFederatedId",
      { itemOptionFederatedId: "F" },
      "DUPLICATE_FEDERATED_ID",
      "itemOptionFederatedId is the same as itemFamilyFederatedId: F.",
    ],
    [
      "typePath",
      { typePath: "color" },
      "INVALID_DATA",
      "typePath is color, but this load requires item or a type below it.",
    ],
    [
      "typePath",
      { typePath: "items" },
      "INVALID_DATA",
      "typePath is items, but this load requires item or a type below it.",
    ],
    [
      "typePath",
      { typePath: "item:" },
      "INVALID_DATA",
      "typePath is item:, but this load requires item or a type below it.",
    ],
    [
      "typePath",
      { typePath: "item:closed:vset" },
      "INVALID_DATA",
      "There is no type item:closed:vset, and its parent type is strict.",
    ],
    ["name", { name: "x".repeat(2_001) }, "INVALID_DATA", "name must have at most 2000 characters."],
    [
      "itemOptionFederatedId",
      { itemOptionFederatedId: "x".repeat(513) },
      "INVALID_DATA",
      "itemOptionFederatedId must have at most 512 characters.",
    ],
    [
      "name",
      { name: "a\0b" },
      "INVALID_DATA",
      "name contains the NUL character (U+0000), which cannot be stored. Remove it.",
    ],
  ])("an error in %s, case %#", (columnName, change, issueType, message) => {
    const types = buildTree({ "item:closed": { mode: "strict" }, "item:closed:vest": { mode: "strict" } });

    const { drafts, issues } = buildRows({ types, cells: [{ ...option, ...change }] });

    expect(drafts).toStrictEqual([undefined]);
    expect(issues).toMatchObject([{ rowNumber: 2, severity: "error", columnName, issueType, message }]);
    expect(issues[0]?.suggestion).toMatch(/\.$|\?$/);
  });

  test("every error of a row is reported, not only the first", () => {
    const types = buildTree({ item: { properties: [{ slug: "qty", propertyType: "number" }] } });

    const { issues } = buildRows({ types, cells: [{ ...option, name: "", optionName: "", qty: "many" }] });

    expect(issues.map(({ columnName }) => columnName)).toStrictEqual(["name", "optionName", "qty"]);
  });

  test("optionGroup defaults to color, and typePath is optional", () => {
    const { typePath: _, ...cells } = option;

    const left = buildRows({ cells: [cells] });
    const empty = buildRows({ cells: [{ ...cells, optionGroup: "" }] });
    const given = buildRows({ cells: [{ ...cells, optionGroup: "size" }] });

    const object = { name: "Parka", optionName: "Red", optionGroup: "color" };
    expect(left.drafts[0]).toStrictEqual({
      kind: "item",
      rowNumber: 2,
      family: item("F", { name: "Parka" }),
      option: item("O", object),
    });
    expect(empty.drafts).toStrictEqual(left.drafts);
    expect(given.drafts).toMatchObject([{ option: { object: { optionGroup: "size" } } }]);
  });

  test("an optionName without an option id is a warning", () => {
    const { drafts, issues } = buildRows({ cells: [{ ...option, itemOptionFederatedId: "" }] });

    expect(drafts[0]).toMatchObject({ family: { federatedId: "F" } });
    expect(drafts[0]).not.toHaveProperty("option");
    expect(issues).toMatchObject([{ severity: "warning", columnName: "optionName", data: "Red" }]);
  });

  test.each([
    ["True", "True"],
    ["FALSE", "FALSE"],
    ["true", "true"],
  ])("the name %s keeps its spelling, also through a mapping", (cell, name) => {
    const plain = buildRows({ cells: [{ itemFamilyFederatedId: cell, name: cell }] });
    const mapped = buildRows({
      configuration: {
        federatedMappings: { itemFamilyFederatedId: "Id", name: "Title" },
        propertiesToRemove: ["Id", "Title"],
      },
      cells: [{ Id: "F", Title: cell }],
    });

    expect(plain.drafts).toMatchObject([{ family: { federatedId: name, object: { name } } }]);
    expect(mapped.drafts).toMatchObject([{ family: { object: { name } } }]);
  });

  test("a number from an expression is accepted as an id", () => {
    const { drafts } = buildRows({ cells: [{ name: "Parka" }], made: { itemFamilyFederatedId: 1234 } });

    expect(drafts).toMatchObject([{ family: { federatedId: "1234" } }]);
  });

  test("a list is not a name", () => {
    const { issues } = buildRows({ cells: [{ itemFamilyFederatedId: "F" }], made: { name: ["a"] } });

    expect(issues).toMatchObject([{ issueType: "INVALID_DATA", message: "name must be text.", data: '["a"]' }]);
  });

  test("ids, system fields and derived fields are not properties", () => {
    const { drafts, issues } = buildRows({
      cells: [
        { ...option, id: "x", version: "3", federatedId: "f", roles: "[]", itemFamilyId: "x", assortmentId: "A" },
      ],
    });

    expect(drafts[0]).toMatchObject({ family: item("F", { name: "Parka", typePath: "item" }) });
    expect(Object.keys(Object(drafts[0]).option.object)).toStrictEqual([
      "name",
      "typePath",
      "optionName",
      "optionGroup",
    ]);
    expect(issues.map(({ columnName, message }) => [columnName, message])).toStrictEqual([
      ["roles", '"roles" is derived from the ids of the row, so the column is ignored.'],
      ["itemFamilyId", '"itemFamilyId" is derived from the ids of the row, so the column is ignored.'],
    ]);
  });
});
