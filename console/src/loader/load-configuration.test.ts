import type { LoaderProcessCreate } from "@weft/client";
import { describe, expect, test } from "vitest";
import { configurationOf, hiddenParts, parseConfiguration, writeConfiguration } from "./load-configuration.ts";

describe("parseConfiguration", () => {
  test("a written configuration is parsed back unchanged", () => {
    const configuration: LoaderProcessCreate = {
      loadType: ["ITEM"],
      federatedMappings: { name: "Style" },
      conditionalColumns: [{ toProperty: "a", conditions: [{ conditional: "true", value: 1 }] }],
      assortmentSplit: { fieldToSplitOn: "Line", values: [{ value: "core", assortmentIdentifier: "c" }] },
    };

    expect(parseConfiguration(writeConfiguration(configuration))).toEqual({ configuration });
  });

  test.each([
    ["{", /not valid JSON/],
    ["[]", /one object/],
    ['{"loadType":"ITEM"}', /loadType must be a list/],
    ['{"federatedMappings":{"a":1}}', /federatedMappings must be/],
    ['{"conditionalColumns":[{}]}', /conditionalColumns must be/],
    ['{"conditionalColumns":[{"toProperty":"a","conditions":[{}]}]}', /conditionalColumns must be/],
    ['{"propertiesToRemove":[1]}', /propertiesToRemove must be/],
    ['{"assortmentSplit":{"fieldToSplitOn":"a"}}', /assortmentSplit must be/],
  ])("%s is reported", (text, error) => {
    expect(parseConfiguration(text)).toEqual({ error: expect.stringMatching(error) });
  });
});

test("the reusable part of a load has neither its file nor its dry-run flag", () => {
  const load = { loadType: ["COLOR"], fileLocation: "f", dryRun: true, sampleRows: 3, strictColumns: true } as const;

  expect(configurationOf({ ...load, loadType: [...load.loadType] })).toEqual({
    loadType: ["COLOR"],
    strictColumns: true,
  });
});

describe("hiddenParts", () => {
  const headers = ["Style", "name"];

  test.each<[LoaderProcessCreate, RegExp]>([
    [{ loaderConfigurationId: "x" }, /configuration file is used/],
    [{ federatedMappings: { a: "Style", b: "Style" } }, /Style is copied more than once/],
    [{ federatedMappings: { name: "Style" } }, /the mapping to name is not used/],
    [{ propertiesToRemove: ["Gone"] }, /not in this file: Gone/],
  ])("%j is reported", (configuration, part) => {
    expect(hiddenParts(configuration, headers)).toEqual([expect.stringMatching(part)]);
  });

  test("what the form shows is not reported", () => {
    expect(hiddenParts({ loadType: ["ITEM"], federatedMappings: { a: "Style", season: "FW" } }, headers)).toEqual([]);
  });
});
