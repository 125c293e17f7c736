import { describe, expect, test } from "vitest";
import { knownSlug, propertyCatalog } from "./property-catalog.ts";
import { someTypes } from "./testing/some-types.ts";

function slugs(...[loadType, typePath]: [Parameters<typeof propertyCatalog>[1], string?]): string[] {
  return propertyCatalog(someTypes, loadType, typePath).properties.map(({ slug }) => slug);
}

describe("propertyCatalog", () => {
  test("without a type it has the properties of all types of the load, each once and none computed", () => {
    expect(slugs(["ITEM"])).toEqual(["retailPrice", "gender", "heelHeight"]);
  });

  test("with a type it has the properties of that type only", () => {
    expect(slugs(["ITEM"], "item:product")).toEqual(["retailPrice", "gender"]);
  });

  test("an undefined type has the properties of its parent", () => {
    expect(slugs(["ITEM"], "item:product:boot")).toEqual(["retailPrice", "gender"]);
  });

  test("project items and members add theirs", () => {
    expect(slugs(["ITEM", "PROJECT_ITEM", "ASSORTMENT"], "item:product")).toEqual([
      "retailPrice",
      "gender",
      "inStore",
      "rank",
    ]);
  });
});

describe("knownSlug", () => {
  const catalog = propertyCatalog(someTypes, ["ITEM"], "item:product");

  test.each([
    ["retailPrice", "retailPrice"],
    ["Retail price", "retailPrice"],
    ["RETAIL PRICE", "retailPrice"],
    ["retailprice", undefined],
    ["itemFamilyFederatedId", "itemFamilyFederatedId"],
    ["Style external ID", undefined],
    ["Margin", undefined],
  ])("%s is read by the loader as %s", (header, slug) => {
    expect(knownSlug(catalog, header)).toBe(slug);
  });
});
