import type { LoadConfiguration } from "@weft/contract";
import { describe, expect, test } from "vitest";
import { buildPreprocessing } from "./testing/build-preprocessing.ts";

const types = {
  item: [
    { slug: "season", label: "Season" },
    { slug: "fabric", label: "Main material" },
    { slug: "old", disabled: true },
    { slug: "code", propertyType: "sequence" },
    { slug: "total", label: "Total", propertyType: "formula", expression: "1", resultKind: "number" },
  ],
  "item:a": [
    { slug: "mixed", propertyType: "sequence" },
    { slug: "half", disabled: true },
  ],
  "item:b": [{ slug: "mixed" }, { slug: "half" }],
} as const;

function issuesOf(headers: string[], configuration: LoadConfiguration = {}) {
  const { issues } = buildPreprocessing({ headers, types, configuration });
  return issues.map(({ columnName, issueType, severity, step, message, suggestion }) => {
    expect({ issueType, severity, step }).toEqual({ issueType: "HEADER_MISMATCH", severity: "warning", step: 6 });
    return { columnName, message, suggestion };
  });
}

function hintsFor(headers: string[], configuration: LoadConfiguration = {}) {
  return Object.fromEntries(buildPreprocessing({ headers, types, configuration }).preprocessing.hints);
}

describe("an undefined column", () => {
  test.each([
    ["Seasn", 'Did you mean "season"?'],
    ["SEASON_", 'Did you mean "season"?'],
    ["Main Materials", 'Did you mean "Main material"?'],
    ["Name", 'Did you mean "name"?'],
    ["Zebra", undefined],
    ["Season Family", undefined],
  ])("%s has the hint: %s", (header, hint) => {
    expect(hintsFor([header])).toEqual(hint === undefined ? {} : { [header]: hint });
    expect(issuesOf([header])).toEqual([]);
  });

  test("gets a hint by its letters, with any number of columns", () => {
    const slugs = Array.from({ length: 50 }, (_, index) => `property${index}`);
    const headers = slugs.map((slug) => `-${slug.toUpperCase()}-`);

    const { preprocessing } = buildPreprocessing({ headers, types: { item: slugs.map((slug) => ({ slug })) } });

    expect([...preprocessing.hints.values()]).toEqual(slugs.map((slug) => `Did you mean "${slug}"?`));
  });

  test("is kept: drafting decides whether it is stored", () => {
    const { prepare } = buildPreprocessing({ headers: ["Zebra"], types });

    expect(prepare("x")).toEqual({ Zebra: "x" });
  });

  test("gets a hint if it is only copied", () => {
    const federatedMappings = { name: "Style", itemFamilyFederatedId: "Key" };
    const conditionalColumns = [{ toProperty: "season", default: "{Key}" }];

    expect(hintsFor(["Style", "Key"], { federatedMappings, conditionalColumns })).toEqual({
      Style: "federatedMappings copies it.",
    });
  });

  test("may be a result of step 5", () => {
    const conditionalColumns = [{ toProperty: "seasonn", default: "FW" }];

    expect(hintsFor([], { conditionalColumns })).toEqual({ seasonn: 'Did you mean "season"?' });
  });
});

describe("a property", () => {
  test("that is disabled causes a warning and is kept", () => {
    const { preprocessing, issues } = buildPreprocessing({ headers: ["old", "oldFamily"], types });

    expect(preprocessing.columns).toEqual(["old", "oldFamily"]);
    expect(issues.map(({ columnName, message }) => [columnName, message])).toEqual([
      ["old", 'The property "old" is disabled in "item"; it is written anyway.'],
      ["oldFamily", 'The property "oldFamily" is disabled in "item"; it is written anyway.'],
    ]);
  });

  test("that the service computes is ignored with a warning under its header, but expressions can read it", () => {
    const { prepare, issues } = buildPreprocessing({
      headers: ["code", "Total", "season"],
      types,
      configuration: { conditionalColumns: [{ toProperty: "fabric", default: "{code}-{Total}" }] },
    });

    expect(prepare("STY-1", "7", "FW")).toEqual({ season: "FW", fabric: "STY-1-7" });
    expect(issues.map(({ columnName, severity }) => [columnName, severity])).toEqual([
      ["code", "warning"],
      ["Total", "warning"],
    ]);
  });

  test("that only some types compute is kept, and one that only some have disabled causes a warning", () => {
    const { preprocessing, issues } = buildPreprocessing({ headers: ["mixed", "half"], types });

    expect(preprocessing.columns).toEqual(["mixed", "half"]);
    expect(issues.map(({ message }) => message)).toEqual([expect.stringContaining('"item:a"')]);
  });

  test("is resolved for the load's own typePath", () => {
    const configuration = { federatedMappings: { typePath: "item:a" } };

    const { preprocessing } = buildPreprocessing({ headers: ["mixed"], types, configuration });

    expect(preprocessing.columns).toEqual(["typePath"]);
  });
});

describe("by type again, for results of step 5", () => {
  const optionSets = { seasons: [{ value: "FW", display: "Fall" }] };
  const choice = {
    item: [{ slug: "season", label: "Season", propertyType: "choice", optionSetId: "seasons" }],
  } as const;

  test("a label becomes the slug, and the display text of an option its value", () => {
    const configuration = { conditionalColumns: [{ toProperty: "Season", default: "Fall" }] };

    const { preprocessing, prepare, issues } = buildPreprocessing({
      headers: [],
      types: choice,
      optionSets,
      configuration,
    });

    expect(preprocessing.steps.slice(4).map(({ columns }) => columns)).toEqual([["Season"], ["season"]]);
    expect(prepare()).toEqual({ season: "FW" });
    expect(issues).toEqual([]);
  });

  test("a value that is not a text is unchanged", () => {
    const configuration = { conditionalColumns: [{ toProperty: "season", default: ["Fall"] }] };

    const { prepare } = buildPreprocessing({ headers: [], types: choice, optionSets, configuration });

    expect(prepare()).toEqual({ season: ["Fall"] });
  });

  test("the column with the slug wins over one with the label", () => {
    const configuration = { conditionalColumns: [{ toProperty: "Season", default: "Fall" }] };

    const { prepare, issues } = buildPreprocessing({ headers: ["season"], types: choice, optionSets, configuration });

    expect(prepare("x")).toEqual({ season: "x", Season: "Fall" });
    expect(issues.map(({ message }) => message)).toEqual([expect.stringContaining('a label of "season"')]);
  });
});

describe("columns that the load itself reads are never undefined", () => {
  const split = { fieldToSplitOn: "Region", addField: "Add", dropField: "Drop", values: [{ value: "EU" }] };
  const ofItems = ["itemFamilyFederatedId", "itemOptionFederatedId", "name", "optionName", "typePath", "optionGroup"];

  test.each<[LoadConfiguration, string[]]>([
    [{ loadType: ["ITEM"] }, ofItems],
    [{ loadType: ["ITEM", "PROJECT_ITEM"] }, [...ofItems, "assortmentId"]],
    [
      { loadType: ["ITEM", "ASSORTMENT"], assortmentSplit: split },
      [...ofItems, "assortmentId", "Region", "Add", "Drop"],
    ],
    [{ loadType: ["ITEM", "ASSORTMENT"], assortmentItemDropField: "Gone" }, [...ofItems, "Gone"]],
    [{ loadType: ["COLOR"] }, ["federatedId", "name", "typePath", "hex", "red", "green", "blue"]],
    [{ loadType: ["CUSTOM_ENTITY"] }, ["federatedId", "name", "typePath"]],
    [{ loadType: ["SIZE_RANGE_TEMPLATE"] }, ["federatedId", "name", "typePath", "sizeRange"]],
  ])("%j", (configuration, headers) => {
    const { preprocessing, issues } = buildPreprocessing({ headers, configuration });

    expect(preprocessing.columns).toEqual(headers);
    expect(issues).toEqual([]);
  });

  test.each(["id", "entityType", "createdOn", "version", "federatedId"])(
    "a system field that the load does not read is ignored: %s",
    (header) => {
      const { preprocessing, issues } = buildPreprocessing({ headers: [header, "season"], types });

      expect(preprocessing.columns).toEqual(["season"]);
      expect(issues).toEqual([expect.objectContaining({ columnName: header, severity: "warning", step: 6 })]);
    },
  );
});
