import { describe, expect, test } from "vitest";
import { buildPreprocessing } from "./testing/build-preprocessing.ts";

const known = {
  item: [{ slug: "brand" }, { slug: "Style Name" }, { slug: "Style" }, { slug: "active" }, { slug: "region" }],
};

describe("step 1: a cell becomes a boolean", () => {
  test.each<[string, string | boolean]>([
    ["true", true],
    ["TRUE", true],
    ["tRuE", true],
    ["false", false],
    ["FALSE", false],
    ["False", false],
    ["", ""],
    ["t", "t"],
    ["yes", "yes"],
    ["1", "1"],
    ["tree", "tree"],
    ["fable", "fable"],
    ["truth", "truth"],
    ["true.", "true."],
    ["falſe", "falſe"],
    ["TRUE story", "TRUE story"],
  ])("%j → %j", (cell, value) => {
    const { prepare } = buildPreprocessing({ headers: ["active"], types: known });

    expect(prepare(cell)).toEqual({ active: value });
  });
});

describe("step 2: federatedMappings", () => {
  test("a value that is a CSV column is copied, and the original is kept", () => {
    const { prepare, preprocessing } = buildPreprocessing({
      headers: ["Style", "active"],
      types: known,
      configuration: { federatedMappings: { itemFamilyFederatedId: "Style", region: "active" } },
    });

    expect(preprocessing.columns).toEqual(["Style", "active", "itemFamilyFederatedId", "region"]);
    expect(prepare("P10", "True")).toEqual({ Style: "P10", active: true, itemFamilyFederatedId: "P10", region: true });
  });

  test("worked example 4: a value that is not a column is set on every row", () => {
    const { preprocessing, issues } = buildPreprocessing({
      headers: ["name"],
      types: known,
      configuration: { federatedMappings: { brand: "Acme" } },
    });

    const rows = [["Parka"], ["Vest"]].map(
      (cells, index) => preprocessing.prepare({ number: index + 2, cells }).values,
    );

    expect(rows).toEqual([
      ["Parka", "Acme"],
      ["Vest", "Acme"],
    ]);
    expect(issues).toEqual([]);
  });

  test("a literal is not parsed as a cell: true stays a text", () => {
    const { prepare } = buildPreprocessing({
      headers: ["name"],
      types: known,
      configuration: { federatedMappings: { active: "true", brand: "" } },
    });

    expect(prepare("Parka")).toEqual({ name: "Parka", active: "true", brand: "" });
  });

  test("a mapping reads the columns of the file, not those of other mappings", () => {
    const { prepare } = buildPreprocessing({
      headers: ["Style"],
      types: known,
      configuration: { federatedMappings: { brand: "Style", region: "brand" } },
    });

    expect(prepare("P10")).toEqual({ Style: "P10", brand: "P10", region: "brand" });
  });

  test("a target that is a column of the file is unchanged, with one warning", () => {
    const { prepare, issues } = buildPreprocessing({
      headers: ["brand", "Style"],
      types: known,
      configuration: { federatedMappings: { brand: "Style" } },
    });

    expect(prepare("Nike", "P10")).toEqual({ brand: "Nike", Style: "P10" });
    expect(issues).toEqual([
      expect.objectContaining({ step: 2, columnName: "brand", issueType: "CONFIG", severity: "warning" }),
    ]);
  });

  test("a column mapped to itself causes no warning", () => {
    const { issues } = buildPreprocessing({
      headers: ["brand"],
      types: known,
      configuration: { federatedMappings: { brand: "brand" } },
    });

    expect(issues).toEqual([]);
  });

  test.each([
    ["Style name", "Style Name"],
    ["style_name", "Style Name"],
    ["Style Nmae", "Style Name"],
    ["STYLE", "Style"],
  ])("%s is a literal on every row, with a warning that suggests the column %s", (value, column) => {
    const { prepare, issues } = buildPreprocessing({
      headers: ["Style Name", "Style"],
      types: known,
      configuration: { federatedMappings: { brand: value } },
    });

    expect(prepare("Parka", "P10")["brand"]).toBe(value);
    expect(issues).toEqual([expect.objectContaining({ step: 2, columnName: "brand", severity: "warning" })]);
    expect(issues[0]?.suggestion).toContain(`"${column}"`);
  });

  test.each([
    ["brand", "Acme"],
    ["brand", "Styl"],
    ["optionGroup", "style"],
    ["typePath", "item:product"],
  ])("%s: %s is a literal without a warning", (target, value) => {
    const { issues } = buildPreprocessing({
      headers: ["Style Name", "Style"],
      types: known,
      configuration: { federatedMappings: { [target]: value } },
    });

    expect(issues).toEqual([]);
  });

  test.each(["itemFamilyFederatedId", "itemOptionFederatedId", "name", "optionName"])(
    "the same %s in every row is always a warning, before all others",
    (target) => {
      const { issues, preprocessing } = buildPreprocessing({
        headers: ["Style", "region"],
        types: known,
        configuration: { federatedMappings: { brand: "Styel", [target]: "Zebra" } },
      });

      expect(issues.map(({ message, suggestion }) => [message, suggestion])).toEqual([
        [
          `"Zebra" is not a column; every row gets the text "Zebra" as its ${target}.`,
          "Use the name of a column of the file.",
        ],
        ['"Styel" is not a column; every row gets the text "Styel" in "brand".', 'Did you mean "Style"?'],
      ]);
      expect(preprocessing.literals).toEqual([
        { target, text: "Zebra", isKey: true },
        { target: "brand", text: "Styel", isKey: false, closestColumn: "Style" },
      ]);
    },
  );

  test("strictColumns refuses every literal, and says where constants belong", () => {
    const strict = () =>
      buildPreprocessing({
        headers: ["Style"],
        types: known,
        configuration: { strictColumns: true, federatedMappings: { name: "Styel", brand: "Acme", region: "Style" } },
      });

    expect(strict).toThrow(
      'federatedMappings.name: "Styel" is not a column, and strictColumns requires one. ' +
        'federatedMappings.brand: "Acme" is not a column, and strictColumns requires one.',
    );
  });
});

describe("step 3: propertiesToRemove", () => {
  test("a column of the file is removed, and so is one from a mapping", () => {
    const { prepare, issues } = buildPreprocessing({
      headers: ["Style", "Junk", "active"],
      types: known,
      configuration: { federatedMappings: { brand: "Style", region: "EU" }, propertiesToRemove: ["Junk", "region"] },
    });

    expect(prepare("P10", "x", "true")).toEqual({ Style: "P10", active: true, brand: "P10" });
    expect(issues).toEqual([]);
  });

  test("a column can be copied and then removed", () => {
    const { prepare } = buildPreprocessing({
      headers: ["Style"],
      types: known,
      configuration: { federatedMappings: { brand: "Style" }, propertiesToRemove: ["Style"] },
    });

    expect(prepare("P10")).toEqual({ brand: "P10" });
  });

  test("an unknown name causes one warning, with the closest name", () => {
    const { issues } = buildPreprocessing({
      headers: ["Style"],
      types: known,
      configuration: { propertiesToRemove: ["Stile", "Stile", "Zebra"] },
    });

    expect(issues).toEqual([
      expect.objectContaining({ step: 3, columnName: "Stile", suggestion: 'Did you mean "Style"?' }),
      expect.objectContaining({ step: 3, columnName: "Zebra", severity: "warning" }),
    ]);
    expect(issues[1]).not.toHaveProperty("suggestion");
  });
});
