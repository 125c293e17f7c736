import type { EntityType } from "@weft/client";
import { describe, expect, test } from "vitest";
import { chooseColumns, moveColumn } from "./choose-columns.ts";
import { columnsOfType, isOrderable, seenColumns } from "./grid-column.ts";

const blank = {
  entityType: "entity-type",
  mode: "open",
  isDescribed: true,
  presentation: {},
  effectivePresentation: {},
  createdOn: "",
  updatedOn: "",
  createdById: null,
  updatedById: null,
  version: 1,
} as const;

function buildType(typePath: string, slugs: readonly string[], inherited: readonly string[] = []): EntityType {
  const property = (slug: string) => ({ slug, label: slug, propertyType: "string", searchable: slug.endsWith("!") });
  return {
    ...blank,
    id: typePath,
    typePath,
    label: typePath,
    properties: slugs.map(property),
    inheritedProperties: inherited.map((slug) => ({ ...property(slug), declaredBy: "item", isBuiltIn: true })),
  };
}

const types = [
  buildType("item", [], ["optionName"]),
  buildType("item:product", ["a", "b", "c", "d", "ean!"], ["optionName"]),
  buildType("item:trim", ["length"], ["optionName"]),
  buildType("color", ["tone"]),
];
const fieldsOf = (columns: readonly { readonly field: string }[]) => columns.map(({ field }) => field);
const nothingChosen = { asked: undefined, remembered: undefined, keyFacts: [], hasSubtypes: true, hasKeys: true };

describe("the columns of a type", () => {
  test("are its own, those of its parents and those of its subtypes", () => {
    const fields = fieldsOf(columnsOfType(types, "item"));

    expect(fields).toEqual(
      expect.arrayContaining(["name", "federatedId", "updatedOn", "optionName", "a", "ean!", "length"]),
    );
    expect(fields).not.toContain("tone");
  });

  test("end with the undefined properties of the rows", () => {
    const known = columnsOfType(types, "item");
    const seen = new Map<string, unknown>([
      ["a", "x"],
      ["version", 1],
      ["weight", 12],
    ]);

    const [only, ...more] = seenColumns(known, seen);

    expect(more).toEqual([]);
    expect(only).toMatchObject({ field: "weight", source: "seen", property: { propertyType: "number" } });
  });

  test("can be sorted unless their values have no order", () => {
    const formula = { slug: "f", label: "f", propertyType: "formula", resultKind: "number" };
    const lists = { slug: "l", label: "l", propertyType: "multi_select" };
    const columns = columnsOfType([{ ...buildType("item", []), properties: [formula, lists] }], "item");

    expect(columns.filter(isOrderable).map(({ field }) => field)).toContain("f");
    expect(columns.filter(isOrderable).map(({ field }) => field)).not.toContain("l");
  });
});

describe("the columns to show", () => {
  test("are by default about seven: keys, indexed ones, own before built-in ones, the last change", () => {
    const chosen = chooseColumns(columnsOfType(types, "item"), nothingChosen);

    expect(fieldsOf(chosen)).toEqual(["federatedId", "typePath", "a", "b", "ean!", "updatedOn"]);
  });

  test("are by default the key facts of the type, in their order, as far as they exist", () => {
    const chosen = chooseColumns(columnsOfType(types, "item"), { ...nothingChosen, keyFacts: ["d", "gone", "a"] });

    expect(fieldsOf(chosen)).toEqual(["federatedId", "typePath", "d", "a"]);
  });

  test("omit keys that no row has, and the type where there is only one", () => {
    const columns = columnsOfType(types, "color");

    const chosen = chooseColumns(columns, { ...nothingChosen, hasSubtypes: false, hasKeys: false });

    expect(fieldsOf(chosen)).toEqual(["tone", "updatedOn"]);
  });

  test("are those of the address, else the remembered ones, as far as they exist", () => {
    const columns = columnsOfType(types, "item");
    const remembered = ["length", "gone", "a"];

    expect(fieldsOf(chooseColumns(columns, { ...nothingChosen, remembered }))).toEqual(["length", "a"]);
    expect(fieldsOf(chooseColumns(columns, { ...nothingChosen, remembered, asked: ["b"] }))).toEqual(["b"]);
  });
});

const moves: [field: string, step: -1 | 1, after: string[]][] = [
  ["a", -1, ["a", "b", "c"]],
  ["a", 1, ["b", "a", "c"]],
  ["c", -1, ["a", "c", "b"]],
  ["c", 1, ["a", "b", "c"]],
];

test.each(moves)("moving %s by %i", (field, step, after) => {
  expect(moveColumn(["a", "b", "c"], field, step)).toEqual(after);
});
