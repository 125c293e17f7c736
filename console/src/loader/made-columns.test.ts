import type { LoaderProcessCreate } from "@weft/client";
import { describe, expect, test } from "vitest";
import {
  addMadeColumn,
  madeColumns,
  removeMadeColumn,
  replaceMadeColumn,
  setTypePath,
  typePathOf,
} from "./made-columns.ts";

const headers = ["Style", "Colour"];
const rich: LoaderProcessCreate = {
  loadType: ["ITEM"],
  federatedMappings: { itemFamilyFederatedId: "Style", season: "FW26" },
  conditionalColumns: [
    { toProperty: "typePath", default: "item:product" },
    { toProperty: "name", fromProperty: "Style" },
    { toProperty: "warmth", conditions: [{ conditional: "{Weight} > 600", value: "winter" }], default: "mid" },
  ],
};

describe("madeColumns", () => {
  test("fixed values and expressions are added columns; copies and the type of all rows are shown elsewhere", () => {
    expect(madeColumns(rich, headers).map(({ definition }) => definition.toProperty)).toEqual(["season", "warmth"]);
  });

  test("one is replaced in place", () => {
    const [, warmth] = madeColumns(rich, headers);
    const changed = replaceMadeColumn(rich, warmth?.place ?? { in: "conditionalColumns", index: -1 }, {
      toProperty: "warmth",
      default: "high",
    });

    expect(changed.conditionalColumns?.[2]).toEqual({ toProperty: "warmth", default: "high" });
  });

  test("an edited fixed value of the mappings becomes a conditional column", () => {
    const changed = replaceMadeColumn(
      rich,
      { in: "federatedMappings", target: "season" },
      { toProperty: "season", default: "SS27" },
    );

    expect(changed.federatedMappings).toEqual({ itemFamilyFederatedId: "Style" });
    expect(changed.conditionalColumns?.at(-1)).toEqual({ toProperty: "season", default: "SS27" });
  });

  test("an added column can be removed, and leaves nothing behind", () => {
    const added = addMadeColumn({ loadType: ["ITEM"] }, { toProperty: "season", default: "SS27" });

    expect(removeMadeColumn(added, { in: "conditionalColumns", index: 0 })).toEqual({ loadType: ["ITEM"] });
  });
});

describe("typePathOf", () => {
  test.each<[LoaderProcessCreate, string | undefined]>([
    [rich, "item:product"],
    [{ federatedMappings: { typePath: "item:product" } }, "item:product"],
    [{ federatedMappings: { typePath: "Style" } }, undefined],
    [{ conditionalColumns: [{ toProperty: "typePath", default: "item:{Style}" }] }, undefined],
    [{}, undefined],
  ])("the type of %j is %s", (configuration, typePath) => {
    expect(typePathOf(configuration, headers)).toBe(typePath);
  });

  test("the type is replaced, however it was set, and removed", () => {
    const mapped: LoaderProcessCreate = { federatedMappings: { typePath: "item:a" } };
    const changed = setTypePath(mapped, "item:b", headers);

    expect(changed).toEqual({ conditionalColumns: [{ toProperty: "typePath", default: "item:b" }] });
    expect(setTypePath(changed, undefined, headers)).toEqual({});
  });
});
