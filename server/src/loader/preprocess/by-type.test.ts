import type { LoadConfiguration } from "@weft/contract";
import { describe, expect, test } from "vitest";
import { buildPreprocessing, columnOf } from "./testing/build-preprocessing.ts";

const seasons = [
  { value: "FW", display: "Fall/Winter" },
  { value: "SS", display: "Spring" },
  { value: "TRUE", display: "Always" },
];
const tags = [
  { value: "r", display: "Red" },
  { value: "b,2", display: "Blue" },
  { value: "g", display: "Green" },
];
const optionSets = { seasons, tags };
const season = { slug: "season", label: "Season", propertyType: "choice", optionSetId: "seasons" } as const;

describe("step 4: a header that is a label becomes the slug", () => {
  test.each([
    ["Season", "season"],
    ["SEASON", "season"],
    ["season", "season"],
    ["Option Name", "optionName"],
    // A slug is matched exactly, and before labels.
    ["Title", "titel"],
    ["title", "title"],
    // The load itself sets the references between the entities of a row.
    ["Family", "Family"],
    ["Roles", "Roles"],
    // Only slugs can target a level.
    ["seasonFamily", "seasonFamily"],
    ["Season Family", "Season Family"],
    ["Nothing", "Nothing"],
  ])("%s → %s", (header, column) => {
    const types = { item: [season, { slug: "titel", label: "Title" }, { slug: "title", label: "Heading" }] };

    const { preprocessing } = buildPreprocessing({ headers: [header], types });

    expect(preprocessing.columns).toEqual([column]);
  });

  test("a slug wins over its label, and the first of two labels wins", () => {
    const types = { item: [season, { slug: "price", label: "Price" }] };

    const { preprocessing, issues } = buildPreprocessing({ headers: ["Season", "season", "PRICE", "Price"], types });

    expect(preprocessing.columns).toEqual(["Season", "season", "price", "Price"]);
    expect(issues.map(({ columnName, step }) => [columnName, step])).toEqual([
      ["Season", 6],
      ["Price", 6],
    ]);
  });

  test("a label of several properties matches none of them, and the warning lists all", () => {
    const types = {
      item: [
        { slug: "cost", label: "Price" },
        { slug: "price", label: "Preis" },
        { slug: "msrp", label: "PRICE" },
      ],
    };

    const { preprocessing, issues } = buildPreprocessing({ headers: ["Price"], types });

    expect(preprocessing.columns).toEqual(["Price"]);
    expect(issues).toEqual([expect.objectContaining({ issueType: "HEADER_MISMATCH", columnName: "Price" })]);
    expect(issues[0]?.message).toContain('"cost", "msrp"');
  });

  test("the column of a mapping is also renamed", () => {
    const { prepare } = buildPreprocessing({
      headers: ["name"],
      types: { item: [season] },
      optionSets,
      configuration: { federatedMappings: { Season: "Spring" } },
    });

    expect(prepare("Parka")).toEqual({ name: "Parka", season: "SS" });
  });

  test("columns that the load itself reads keep their names, but the split column may be a property", () => {
    const types = {
      "assortment-item": [
        { slug: "region", label: "Region" },
        { slug: "added", label: "Add" },
      ],
    };
    const assortmentSplit = { fieldToSplitOn: "Region", addField: "Add", values: [{ value: "EU" }] };

    const { preprocessing, issues } = buildPreprocessing({
      headers: ["Region", "Add"],
      types,
      configuration: { loadType: ["ITEM", "ASSORTMENT"], assortmentSplit },
    });

    expect(preprocessing.columns).toEqual(["region", "Add"]);
    expect(issues).toEqual([]);
  });
});

describe("step 4: the display text of an option becomes its value, without a warning", () => {
  test.each([
    ["Fall/Winter", "FW"],
    ["fall/winter", "FW"],
    ["FW", "FW"],
    ["fw", "fw"],
    ["Autumn", "Autumn"],
    ["", ""],
    ["True", true],
    ["TRUE", "TRUE"],
    ["false", false],
  ])("choice: %s → %s", (cell, value) => {
    const { prepare, issues } = buildPreprocessing({ headers: ["Season"], types: { item: [season] }, optionSets });

    expect(prepare(cell)).toEqual({ season: value });
    expect(issues).toEqual([]);
  });

  test.each([
    ["Red, Green", "r,g"],
    ["red,g", "r,g"],
    ["Red, Pink", "r,Pink"],
    ["r, g", "r, g"],
    ["Pink", "Pink"],
    // Its value has a comma, so it would be split again.
    ["Red, Blue", "Red, Blue"],
    ["", ""],
  ])("multi_select: %s → %s", (cell, value) => {
    const types = { item: [{ slug: "tags", propertyType: "multi_select", optionSetId: "tags" } as const] };
    const { prepare } = buildPreprocessing({ headers: ["tags"], types, optionSets });

    expect(prepare(cell)).toEqual({ tags: value });
  });

  test("also for a column that targets a level", () => {
    const { prepare } = buildPreprocessing({ headers: ["seasonFamily"], types: { item: [season] }, optionSets });

    expect(prepare("Spring")).toEqual({ seasonFamily: "SS" });
  });

  test("if the types of the rows have different options, the cell is left to drafting", () => {
    const types = { "item:a": [season], "item:b": [{ ...season, optionSetId: "tags" }] };
    const headers = ["Season", "typePath"];

    const { preprocessing } = buildPreprocessing({ headers, types, optionSets });

    expect(columnOf(preprocessing, "season", [["Spring", "item:a"]])).toEqual(["Spring"]);
  });
});

describe("the relevant types", () => {
  const types = {
    "item:shoe": [{ slug: "heel", label: "Heel" }],
    "item:shirt": [{ slug: "collar", label: "Collar" }],
    "project-item": [{ slug: "cost", label: "Cost" }],
    "assortment-item": [{ slug: "rank", label: "Rank" }],
    color: [{ slug: "pantone", label: "Pantone" }],
    "custom-entity:brand": [{ slug: "country", label: "Country" }],
  };
  const headers = ["Heel", "Collar", "Cost", "Rank", "Pantone", "Country", "Hex", "Size range"];
  const typePath = { toProperty: "typePath" };

  test.each<[string, LoadConfiguration, string[]]>([
    ["every type below item", {}, ["heel", "collar"]],
    ["project items", { loadType: ["ITEM", "PROJECT_ITEM"] }, ["heel", "collar", "cost"]],
    ["assortment items", { loadType: ["ITEM", "ASSORTMENT"] }, ["heel", "collar", "rank"]],
    ["all three", { loadType: ["ITEM", "PROJECT_ITEM", "ASSORTMENT"] }, ["heel", "collar", "cost", "rank"]],
    ["colors", { loadType: ["COLOR"] }, ["pantone", "hex"]],
    ["custom entities", { loadType: ["CUSTOM_ENTITY"] }, ["country"]],
    ["size range templates", { loadType: ["SIZE_RANGE_TEMPLATE"] }, ["sizeRange"]],
    ["a mapping's text", { federatedMappings: { typePath: "item:shoe" } }, ["heel"]],
    ["a mapped column", { federatedMappings: { typePath: "Cost" } }, ["heel", "collar"]],
    [
      "a mapping that is removed",
      { federatedMappings: { typePath: "item:shoe" }, propertiesToRemove: ["typePath"] },
      ["heel", "collar"],
    ],
    ["a plain default", { conditionalColumns: [{ ...typePath, default: "item:shirt" }] }, ["collar"]],
    [
      "a default over a mapping",
      { federatedMappings: { typePath: "item:shoe" }, conditionalColumns: [{ ...typePath, default: "item:shirt" }] },
      ["collar"],
    ],
    [
      "the last of two defaults",
      {
        conditionalColumns: [
          { ...typePath, default: "item:shirt" },
          { ...typePath, default: "item:shoe" },
        ],
      },
      ["heel"],
    ],
    [
      "a default with a column in it",
      { conditionalColumns: [{ ...typePath, default: "item:{Cost}" }] },
      ["heel", "collar"],
    ],
    [
      "conditions",
      {
        conditionalColumns: [
          { ...typePath, default: "item:shoe", conditions: [{ conditional: "{Cost}", value: "item:shirt" }] },
        ],
      },
      ["heel", "collar"],
    ],
    [
      "a copy",
      { conditionalColumns: [{ ...typePath, fromProperty: "Cost", default: "item:shoe" }] },
      ["heel", "collar"],
    ],
    ["a path of another kind", { conditionalColumns: [{ ...typePath, default: "color" }] }, ["heel", "collar"]],
    ["a path that no entity has yet", { conditionalColumns: [{ ...typePath, default: "item:shoe:boot" }] }, ["heel"]],
    ["no kind at all", { conditionalColumns: [{ ...typePath, default: "" }] }, ["heel", "collar"]],
  ])("%s", (_, configuration, renamed) => {
    const { preprocessing } = buildPreprocessing({ headers, types, configuration });

    const columns = preprocessing.columns.filter((column) => !headers.includes(column) && column !== "typePath");
    expect(columns).toEqual(renamed);
  });

  test("a typePath in the file may differ by row, despite a mapping", () => {
    const configuration = { federatedMappings: { typePath: "item:shoe" } };

    const { preprocessing } = buildPreprocessing({ headers: ["Collar", "typePath"], types, configuration });

    expect(preprocessing.columns).toEqual(["collar", "typePath"]);
  });
});
