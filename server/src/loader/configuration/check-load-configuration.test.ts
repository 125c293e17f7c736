import { type LoadConfiguration, type LoadType, loadTypeCombinations, loadTypes } from "@weft/contract";
import { describe, expect, test } from "vitest";
import { checkLoadConfiguration } from "./check-load-configuration.ts";

const fileLocation = "file000000000001";
const itemHeaders = ["itemFamilyFederatedId", "itemOptionFederatedId", "name", "optionName", "season", "assortmentId"];
const allHeaders = [...itemHeaders, "federatedId", "typePath", "hex", "sizeRange"];
const assortmentSplit = { fieldToSplitOn: "season", values: [{ value: "FW", assortmentId: "asrt000000000001" }] };
const legalNames =
  "[ITEM]; [ITEM, PROJECT_ITEM]; [ITEM, PROJECT_ITEM, ASSORTMENT]; [ITEM, ASSORTMENT]; [COLOR]; [CUSTOM_ENTITY]; [SIZE_RANGE_TEMPLATE]";

function messagesOf(configuration: LoadConfiguration, headers: readonly string[] = itemHeaders): string[] {
  const issues = checkLoadConfiguration({ fileLocation, ...configuration }, headers);
  expect(issues.every(({ issueType, suggestion }) => issueType === "CONFIG" && suggestion !== undefined)).toBe(true);
  return issues.map(({ severity, message }) => `${severity}: ${message}`);
}

const subsets = Array.from({ length: 2 ** loadTypes.length - 1 }, (_, index) =>
  loadTypes.filter((_, bit) => ((index + 1) & (1 << bit)) !== 0),
);
const keyOf = (types: readonly LoadType[]) => [...types].sort().join();
const legal = new Set(loadTypeCombinations.map(keyOf));

describe("combinations of load types", () => {
  test("there are 63, of which seven are legal", () => {
    expect(subsets).toHaveLength(63);
    expect(subsets.filter((subset) => legal.has(keyOf(subset)))).toHaveLength(7);
  });

  test.each(subsets.filter((subset) => legal.has(keyOf(subset))).map((subset) => [subset]))(
    "%j is legal, in any order",
    (loadType) => {
      const split = loadType.includes("ASSORTMENT") ? { assortmentSplit } : {};

      expect(messagesOf({ loadType, ...split }, allHeaders)).toStrictEqual([]);
      expect(messagesOf({ loadType: [...loadType].reverse(), ...split }, allHeaders)).toStrictEqual([]);
    },
  );

  test.each(subsets.filter((subset) => !legal.has(keyOf(subset))).map((subset) => [subset]))(
    "%j is rejected",
    (loadType) => {
      const named = `[${loadType.join(", ")}]`;

      expect(messagesOf({ loadType, assortmentSplit }, allHeaders)).toStrictEqual([
        `error: loadType ${named} is not a supported combination. Supported: ${legalNames}.`,
      ]);
    },
  );

  test("a type may be named once", () => {
    expect(messagesOf({ loadType: ["ITEM", "ITEM"] })).toStrictEqual(["error: loadType contains ITEM twice."]);
    expect(messagesOf({ loadType: ["COLOR", "COLOR", "ITEM"] })).toStrictEqual([
      "error: loadType contains COLOR twice.",
      `error: loadType [COLOR, ITEM] is not a supported combination. Supported: ${legalNames}.`,
    ]);
  });
});

test("loadType and fileLocation are required", () => {
  const issues = checkLoadConfiguration({}, itemHeaders);

  expect(issues).toStrictEqual([
    {
      issueType: "CONFIG",
      severity: "error",
      message: "loadType is missing.",
      suggestion: `Use one of ${legalNames}.`,
    },
    {
      issueType: "CONFIG",
      severity: "error",
      message: "fileLocation is missing.",
      suggestion: "Upload the CSV file and send its id here.",
    },
  ]);
});

describe("assortments", () => {
  const loadType: LoadType[] = ["ITEM", "ASSORTMENT"];

  test("require assortmentSplit", () => {
    expect(messagesOf({ loadType })).toStrictEqual(["error: loadType ASSORTMENT requires assortmentSplit."]);
  });

  test("their fields must be columns", () => {
    const partial = { partialAssortmentUpdate: true };
    const messages = messagesOf({
      loadType,
      assortmentSplit: { ...assortmentSplit, ...partial, fieldToSplitOn: "saeson", addField: "add", dropField: "drop" },
    });

    expect(messages).toStrictEqual([
      "error: assortmentSplit.fieldToSplitOn refers to saeson, but there is no such column.",
      "error: assortmentSplit.addField refers to add, but there is no such column.",
      "error: assortmentSplit.dropField refers to drop, but there is no such column.",
    ]);
    expect(messagesOf({ loadType, assortmentSplit, ...partial, assortmentItemDropField: "drop" })).toStrictEqual([
      "error: assortmentItemDropField refers to drop, but there is no such column.",
    ]);
  });

  test.each<[string, LoadConfiguration, string[]]>([
    ["a header", {}, ["season"]],
    ["a header, even when it is removed", { propertiesToRemove: ["season"] }, ["season"]],
    ["a mapping", { federatedMappings: { season: "x" } }, []],
    ["a conditional column", { conditionalColumns: [{ toProperty: "season", default: "FW" }] }, []],
  ])("their field may be %s", (_, configuration, more) => {
    const headers = ["itemFamilyFederatedId", "name", ...more];

    expect(messagesOf({ loadType, assortmentSplit, ...configuration }, headers)).toStrictEqual([]);
  });

  test("an entry without an assortment requires an assortmentId column", () => {
    const split = { ...assortmentSplit, values: [{ value: "SS", assortmentIdentifier: "a" }, { value: "FW" }] };

    expect(messagesOf({ loadType, assortmentSplit: split })).toStrictEqual([]);
    expect(messagesOf({ loadType, assortmentSplit: split }, ["itemFamilyFederatedId", "name", "season"])).toStrictEqual(
      ['error: The entry "FW" of assortmentSplit.values has no assortment, and there is no column assortmentId.'],
    );
  });
});

describe("the project of project items", () => {
  const loadType: LoadType[] = ["ITEM", "PROJECT_ITEM"];
  const headers = ["itemFamilyFederatedId", "name", "season"];

  test.each<[string, LoadConfiguration, string[]]>([
    ["workspaceIdentifier", { workspaceIdentifier: "w" }, headers],
    ["an assortmentId", { assortmentSplit }, headers],
    [
      "an assortmentIdentifier",
      { assortmentSplit: { fieldToSplitOn: "season", values: [{ value: "FW", assortmentIdentifier: "a" }] } },
      headers,
    ],
    ["a column", {}, [...headers, "assortmentId"]],
    ["a mapped column", { federatedMappings: { assortmentId: "season" } }, headers],
  ])("is found by %s", (_, configuration, found) => {
    expect(messagesOf({ loadType, ...configuration }, found)).toStrictEqual([]);
  });

  test("is required", () => {
    const none = "error: loadType PROJECT_ITEM requires a project, but the configuration does not specify one.";

    expect(messagesOf({ loadType }, headers)).toStrictEqual([none]);
    expect(
      messagesOf({ loadType, assortmentSplit: { fieldToSplitOn: "season", values: [{ value: "FW" }] } }, headers),
    ).toStrictEqual([none]);
    expect(messagesOf({ loadType: ["ITEM", "ASSORTMENT"], assortmentSplit }, headers)).toStrictEqual([]);
  });
});

describe("required columns", () => {
  test.each<[LoadType, string[], string[]]>([
    ["ITEM", ["x"], ["itemFamilyFederatedId", "name"]],
    ["ITEM", ["itemFamilyFederatedId", "name", "itemOptionFederatedId"], ["optionName"]],
    ["COLOR", ["x"], ["federatedId", "name", "hex"]],
    ["COLOR", ["federatedId", "name", "red", "green"], ["hex"]],
    ["COLOR", ["federatedId", "name", "red", "green", "blue"], []],
    ["CUSTOM_ENTITY", ["federatedId"], ["name", "typePath"]],
    ["SIZE_RANGE_TEMPLATE", ["name"], ["federatedId", "sizeRange"]],
    ["SIZE_RANGE_TEMPLATE", ["name", "federatedId", "SIZE RANGE"], []],
  ])("of %s with %j: %j are missing", (loadType, headers, missing) => {
    const issues = checkLoadConfiguration({ fileLocation, loadType: [loadType] }, headers);

    expect(issues.map(({ severity, columnName }) => [severity, columnName])).toStrictEqual(
      missing.map((column) => ["error", column]),
    );
  });

  test.each<[string, LoadConfiguration, string[]]>([
    ["a header", {}, ["name"]],
    ["a mapping", { federatedMappings: { name: "Title" } }, []],
    ["a conditional column", { conditionalColumns: [{ toProperty: "name", default: "x" }] }, []],
    [
      "a column made after its removal",
      { propertiesToRemove: ["name"], conditionalColumns: [{ toProperty: "name", default: "x" }] },
      ["name"],
    ],
  ])("may come from %s", (_, configuration, more) => {
    expect(messagesOf({ loadType: ["ITEM"], ...configuration }, ["itemFamilyFederatedId", ...more])).toStrictEqual([]);
  });

  test("are missing when they are removed", () => {
    expect(messagesOf({ loadType: ["ITEM"], propertiesToRemove: ["name"] })).toStrictEqual([
      "error: A load of ITEM requires the column name.",
    ]);
  });
});

describe("options without effect are warnings", () => {
  test.each<[string, LoadConfiguration, string[]]>([
    ["a workspace without project items", { loadType: ["ITEM"], workspaceIdentifier: "w" }, ["workspaceIdentifier"]],
    [
      "a workspace beside assortments",
      { loadType: ["ITEM", "ASSORTMENT"], assortmentSplit, workspaceIdentifier: "w" },
      ["workspaceIdentifier"],
    ],
    ["a split without assortments", { loadType: ["ITEM"], assortmentSplit }, ["assortmentSplit"]],
    [
      "a split beside a workspace",
      { loadType: ["ITEM", "PROJECT_ITEM"], assortmentSplit, workspaceIdentifier: "w" },
      ["assortmentSplit"],
    ],
    [
      "options of assortments",
      {
        loadType: ["ITEM"],
        partialAssortmentUpdate: true,
        assortmentItemDropField: "x",
        shouldSkipAssortmentPublish: true,
        maxRemovals: 1,
      },
      ["partialAssortmentUpdate", "assortmentItemDropField", "shouldSkipAssortmentPublish", "maxRemovals"],
    ],
    [
      "what is off anyway",
      { loadType: ["ITEM"], partialAssortmentUpdate: false, shouldSkipAssortmentPublish: false },
      [],
    ],
    [
      "marks in a full update",
      {
        loadType: ["ITEM", "ASSORTMENT"],
        assortmentSplit: { ...assortmentSplit, addField: "name", dropField: "season" },
      },
      ["assortmentSplit.addField", "assortmentSplit.dropField"],
    ],
    [
      "the twin at the top",
      {
        loadType: ["ITEM", "ASSORTMENT"],
        partialAssortmentUpdate: true,
        assortmentItemDropField: "name",
        assortmentSplit: { ...assortmentSplit, partialAssortmentUpdate: true, dropField: "season" },
      },
      ["partialAssortmentUpdate", "assortmentItemDropField"],
    ],
    [
      "a mark at the top in a full update",
      { loadType: ["ITEM", "ASSORTMENT"], assortmentSplit, assortmentItemDropField: "name" },
      ["assortmentItemDropField"],
    ],
  ])("%s", (_, configuration, options) => {
    const messages = messagesOf(configuration);

    expect(messages.map((message) => message.replace(/ has no effect: .+\.$/, ""))).toStrictEqual(
      options.map((option) => `warning: ${option}`),
    );
  });
});
