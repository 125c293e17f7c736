import type { LoadType } from "@weft/contract";
import { describe, expect, test } from "vitest";
import { buildRows, buildTree } from "./testing/build-rows.ts";

function buildOne(loadType: LoadType, cells: Record<string, string>, types = buildTree()) {
  const { drafts, issues } = buildRows({ configuration: { loadType: [loadType] }, types, cells: [cells] });
  const [first] = drafts;
  return { entity: first?.kind === "entity" ? first.entity : undefined, issues };
}

describe("colors", () => {
  const color = { federatedId: "C1", name: "Blue" };

  test.each([
    [{ hex: "#336699" }, "336699"],
    [{ hex: "336699" }, "336699"],
    [{ hex: "#AABBCC" }, "aabbcc"],
    [{ red: "0", green: "0", blue: "0" }, "000000"],
    [{ hex: "ffffff", red: "255" }, "ffffff"],
    [{ hex: "ffffff", red: "", green: "", blue: "" }, "ffffff"],
    [{ hex: "", red: "51", green: "102", blue: "153" }, "336699"],
    [{ hex: "#336699", red: "51", green: "102", blue: "153" }, "336699"],
  ])("%j is %s", (cells, hex) => {
    const { entity, issues } = buildOne("COLOR", { ...color, ...cells });

    expect(issues).toStrictEqual([]);
    expect(entity).toStrictEqual({ entityType: "color", federatedId: "C1", object: { name: "Blue", hex } });
  });

  test.each(["ffffff", "#fff", "nonsense"])("complete RGB wins over the hex %s, with a warning", (hex) => {
    const { entity, issues } = buildOne("COLOR", { ...color, hex, red: "0", green: "0", blue: "1" });

    expect(entity).toMatchObject({ object: { hex: "000001" } });
    expect(issues).toMatchObject([
      {
        severity: "warning",
        columnName: "hex",
        message: `hex is ${hex}, but red, green and blue make 000001, which takes precedence.`,
      },
    ]);
  });

  test.each([
    [{ hex: "" }, "MISSING_DATA", "The color requires hex or all of red, green and blue."],
    [{ red: "1", green: "2" }, "MISSING_DATA", "The color requires hex or all of red, green and blue."],
    [{ hex: "#3366" }, "INVALID_DATA", "hex does not have six hexadecimal digits: #3366."],
    [{ hex: "##336699" }, "INVALID_DATA", "hex does not have six hexadecimal digits: ##336699."],
    [{ red: "256", green: "0", blue: "0" }, "INVALID_DATA", "red is not a whole number from 0 to 255: 256."],
    [{ hex: "336699", red: "-1" }, "INVALID_DATA", "red is not a whole number from 0 to 255: -1."],
    [{ red: "0", green: "1.5", blue: "0" }, "INVALID_DATA", "green is not a whole number from 0 to 255: 1.5."],
    [{ red: "0", green: "0", blue: "x" }, "INVALID_DATA", "blue is not a whole number from 0 to 255: x."],
    [{ hex: "336699", name: "" }, "MISSING_DATA", "name is empty: every color requires one."],
    [{ hex: "336699", federatedId: "" }, "MISSING_DATA", "federatedId is empty: every color requires one."],
    [
      { hex: "336699", typePath: "item" },
      "INVALID_DATA",
      "typePath is item, but this load requires color or a type below it.",
    ],
  ])("%j is rejected", (cells, issueType, message) => {
    const { entity, issues } = buildOne("COLOR", { ...color, ...cells });

    expect(entity).toBeUndefined();
    expect(issues).toMatchObject([{ severity: "error", rowNumber: 2, issueType, message }]);
  });

  test("other columns are properties, and undefined ones are stored as text on the color", () => {
    const types = buildTree({ color: { properties: [{ slug: "weight", propertyType: "number" }] } });

    const { entity } = buildOne("COLOR", { ...color, hex: "336699", typePath: "color", weight: "2", Note: "x" }, types);

    expect(entity?.object).toStrictEqual({ name: "Blue", typePath: "color", weight: 2, Note: "x", hex: "336699" });
  });
});

describe("custom entities", () => {
  const supplier = { name: "Acme", typePath: "custom-entity:supplier" };

  test.each([
    [{ federatedId: "A1" }, "custom-entity:supplier:A1"],
    [{ federatedId: "" }, "custom-entity:supplier:Acme"],
    [{}, "custom-entity:supplier:Acme"],
    [{ federatedId: "custom-entity:supplier:A1" }, "custom-entity:supplier:A1"],
    [{ federatedId: "custom-entity:other:A1" }, "custom-entity:other:A1"],
    [{ federatedId: "custom-entityA1" }, "custom-entity:supplier:custom-entityA1"],
  ])("%j has the federatedId %s", (cells, federatedId) => {
    const { entity, issues } = buildOne("CUSTOM_ENTITY", { ...supplier, ...cells });

    expect(issues).toStrictEqual([]);
    expect(entity).toStrictEqual({ entityType: "custom-entity", federatedId, object: supplier });
  });

  test.each([
    [{ typePath: "" }, "MISSING_DATA", "typePath is empty: every row requires custom-entity:<subtype>."],
    [
      { typePath: "custom-entity" },
      "INVALID_DATA",
      "typePath is custom-entity, but this load requires custom-entity:<subtype>.",
    ],
    [{ typePath: "item:a" }, "INVALID_DATA", "typePath is item:a, but this load requires custom-entity:<subtype>."],
    [{ name: "" }, "MISSING_DATA", "name is empty: every custom-entity requires one."],
    [
      { federatedId: "x".repeat(500) },
      "INVALID_DATA",
      "federatedId must have at most 512 characters, including the typePath prefix.",
    ],
  ])("case %#: %s is rejected", (cells, issueType, message) => {
    const { entity, issues } = buildOne("CUSTOM_ENTITY", { ...supplier, ...cells });

    expect(entity).toBeUndefined();
    expect(issues).toMatchObject([{ severity: "error", issueType, message }]);
  });

  test("a load has one type of custom entity", () => {
    const cells = ["supplier", "supplier", "mill"].map((type, index) => ({
      name: `N${index}`,
      typePath: `custom-entity:${type}`,
    }));

    const { drafts, issues } = buildRows({ configuration: { loadType: ["CUSTOM_ENTITY"] }, cells });

    expect(drafts.map((one) => one !== undefined)).toStrictEqual([true, true, false]);
    expect(issues).toMatchObject([
      {
        rowNumber: 4,
        severity: "error",
        columnName: "typePath",
        message:
          "typePath is custom-entity:mill, but row 2 has custom-entity:supplier: a load can create custom entities of only one type.",
      },
    ]);
  });
});

describe("size range templates", () => {
  const template = { federatedId: "T1", name: "Alpha" };

  test("a comma-separated list is parsed into sizes", () => {
    const { entity, issues } = buildOne("SIZE_RANGE_TEMPLATE", { ...template, sizeRange: "S, M,L" });

    expect(issues).toStrictEqual([]);
    expect(entity).toStrictEqual({
      entityType: "size-range-template",
      federatedId: "T1",
      object: { name: "Alpha", sizeRange: { sizes: ["S", "M", "L"] } },
    });
  });

  test.each([
    [{ sizeRange: "" }, "MISSING_DATA", "sizeRange is empty: every size range template requires one."],
    [{ sizeRange: "," }, "MISSING_DATA", "sizeRange is empty: every size range template requires one."],
    [{ sizeRange: "S,S" }, "INVALID_DATA", "sizeRange contains S twice. Remove one."],
    [
      { sizeRange: "S", federatedId: "" },
      "MISSING_DATA",
      "federatedId is empty: every size range template requires one.",
    ],
    [
      { sizeRange: "S", typePath: "item" },
      "INVALID_DATA",
      "typePath is item, but this load requires size-range-template or a type below it.",
    ],
  ])("%j is rejected", (cells, issueType, message) => {
    const { entity, issues } = buildOne("SIZE_RANGE_TEMPLATE", { ...template, ...cells });

    expect(entity).toBeUndefined();
    expect(issues).toMatchObject([{ severity: "error", issueType, message }]);
  });
});
