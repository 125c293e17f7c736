import { expect, test } from "vitest";
import { readCompareSearch, readEntitySearch } from "./entity-search.ts";

test.each([
  [{ ids: "a,b, c" }, ["a", "b", "c"]],
  [{ ids: ["a", "b"] }, ["a", "b"]],
  [{ ids: "" }, undefined],
  [{ ids: 7 }, undefined],
])("the address %j compares %j", (search, ids) => {
  expect(readCompareSearch(search).ids).toEqual(ids);
});

test("unknown values are ignored", () => {
  expect(readEntitySearch({ tab: "gone", field: true, asOf: "C-1" })).toEqual({
    tab: undefined,
    asOf: "C-1",
    field: undefined,
    typePath: undefined,
    from: undefined,
  });
});

test.each([
  ["properties", "details"],
  ["relations", "used"],
  ["history", "activity"],
  ["json", "data"],
  ["activity", "activity"],
])("the tab %s of an address is %s", (tab, shown) => {
  expect(readEntitySearch({ tab }).tab).toBe(shown);
});
