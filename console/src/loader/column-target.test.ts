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
      "a mapping takes precedence over the removal of the original",
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
    ["an unknown column", {}, "Note", "Note"],
  ])("%s is recognized", (_, configuration, header, target) => {
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

  test("an original that an expression reads is kept", () => {
    const reading = { ...start, conditionalColumns: [{ toProperty: "tone", default: "{Colour}-1" }] };

    expect(setColumnTarget(reading, "Colour", "optionName", file)).not.toHaveProperty("propertiesToRemove");
  });

  test("a column that the loader recognizes needs no mapping", () => {
    expect(setColumnTarget(start, "Retail price", "retailPrice", file)).toEqual(start);
  });

  test("a target that is a column of the file is overwritten by a conditional column", () => {
    const changed = setColumnTarget(start, "Note", "name", file);

    expect(changed).toMatchObject({ conditionalColumns: [{ toProperty: "name", fromProperty: "Note" }] });
    expect(columnTarget(changed, "Note", file)).toBe("name");
    expect(columnTarget(changed, "name", file)).toBeUndefined();
  });

  test("the previous source of a target is skipped", () => {
    const first = setColumnTarget(start, "Colour", "optionName", file);
    const second = setColumnTarget(first, "Note", "optionName", file);

    expect(second.federatedMappings).toEqual({ optionName: "Note" });
    expect(columnTarget(second, "Colour", file)).toBeUndefined();
  });

  test.each(["optionName", "retailPrice", "name", "somethingNew", undefined])(
    "a column that became %s and is reset is unchanged",
    (target) => {
      const changed = setColumnTarget(start, "Note", target, file);

      expect(columnTarget(changed, "Note", file)).toBe(target);
      expect(columnTarget(setColumnTarget(changed, "Note", "Note", file), "Note", file)).toBe("Note");
    },
  );

  test("settings that the form does not show are kept", () => {
    const rich: LoaderProcessCreate = { ...start, strictColumns: true, federatedMappings: { season: "FW26" } };

    expect(setColumnTarget(rich, "Note", undefined, file)).toEqual({ ...rich, propertiesToRemove: ["Note"] });
  });
});
