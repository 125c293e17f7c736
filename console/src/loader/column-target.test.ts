import type { LoaderProcessCreate } from "@weft/client";
import { describe, expect, test } from "vitest";
import { columnTarget, setColumnTarget } from "./column-target.ts";
import { propertyCatalog } from "./property-catalog.ts";
import { someTypes } from "./testing/some-types.ts";

const headers = ["Style", "Colour", "Retail price", "name", "Note"];
const file = { headers, catalog: propertyCatalog(someTypes, ["ITEM"], "item:product") };
const start: LoaderProcessCreate = { loadType: ["ITEM"] };

describe("columnTarget", () => {
  test.each<[string, LoaderProcessCreate, string, string | undefined]>([
    ["a mapping", { federatedMappings: { optionName: "Colour" } }, "Colour", "optionName"],
    [
      "a mapping wins over the removal of the original",
      { federatedMappings: { optionName: "Colour" }, propertiesToRemove: ["Colour"] },
      "Colour",
      "optionName",
    ],
    ["a mapping to a column of the file is not used", { federatedMappings: { name: "Note" } }, "Note", "Note"],
    [
      "a copy by a conditional column",
      { conditionalColumns: [{ toProperty: "name", fromProperty: "Note" }] },
      "Note",
      "name",
    ],
    ["a removal", { propertiesToRemove: ["Note"] }, "Note", undefined],
    ["a label", {}, "Retail price", "retailPrice"],
    ["a column that the load reads itself", {}, "name", "name"],
    ["a column that nothing knows", {}, "Note", "Note"],
  ])("%s is understood", (_, configuration, header, target) => {
    expect(columnTarget(configuration, header, file)).toBe(target);
  });
});

describe("setColumnTarget", () => {
  test("a column is mapped, and its original removed", () => {
    expect(setColumnTarget(start, "Colour", "optionName", file)).toEqual({
      ...start,
      federatedMappings: { optionName: "Colour" },
      propertiesToRemove: ["Colour"],
    });
  });

  test("an original that an expression reads stays", () => {
    const reading = { ...start, conditionalColumns: [{ toProperty: "tone", default: "{Colour}-1" }] };

    expect(setColumnTarget(reading, "Colour", "optionName", file)).not.toHaveProperty("propertiesToRemove");
  });

  test("what the loader does by itself needs no mapping", () => {
    expect(setColumnTarget(start, "Retail price", "retailPrice", file)).toEqual(start);
  });

  test("a target that is a column of the file is overwritten by a conditional column", () => {
    const changed = setColumnTarget(start, "Note", "name", file);

    expect(changed).toMatchObject({ conditionalColumns: [{ toProperty: "name", fromProperty: "Note" }] });
    expect(columnTarget(changed, "Note", file)).toBe("name");
    expect(columnTarget(changed, "name", file)).toBeUndefined();
  });

  test("whatever became it before is left out", () => {
    const first = setColumnTarget(start, "Colour", "optionName", file);
    const second = setColumnTarget(first, "Note", "optionName", file);

    expect(second.federatedMappings).toEqual({ optionName: "Note" });
    expect(columnTarget(second, "Colour", file)).toBeUndefined();
  });

  test.each(["optionName", "retailPrice", "name", "somethingNew", undefined])(
    "there and back again, a column that became %s is as it was",
    (target) => {
      const changed = setColumnTarget(start, "Note", target, file);

      expect(columnTarget(changed, "Note", file)).toBe(target);
      expect(columnTarget(setColumnTarget(changed, "Note", "Note", file), "Note", file)).toBe("Note");
    },
  );

  test("settings that the form does not show stay", () => {
    const rich: LoaderProcessCreate = { ...start, strictColumns: true, federatedMappings: { season: "FW26" } };

    expect(setColumnTarget(rich, "Note", undefined, file)).toEqual({ ...rich, propertiesToRemove: ["Note"] });
  });
});
