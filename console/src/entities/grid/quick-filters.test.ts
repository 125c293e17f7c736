import { expect, test } from "vitest";
import { addQuickFilter, quickFiltersOf } from "./quick-filters.ts";
import { buildColumn } from "./testing/build-column.ts";

const columns = [
  buildColumn("gender", { label: "Gender", propertyType: "choice", optionSetId: "genders" }),
  buildColumn("line", { label: "Line", propertyType: "multi_select", optionSetId: "lines" }),
  buildColumn("retailPrice", { label: "Retail price", propertyType: "currency" }),
  buildColumn("costPrice", { label: "Cost price", propertyType: "currency" }),
  buildColumn("name", { label: "Name", propertyType: "string" }),
];
const options = new Map([
  ["genders", [{ value: "women", display: "Women" }]],
  ["lines", [{ value: "w1", display: "Plus size women" }]],
]);

const offeredFor = (text: string) =>
  quickFiltersOf(text, columns, ({ property }) => options.get(property.optionSetId ?? "") ?? []);

test.each([
  [
    "WOM",
    [
      ["gender", "in", "women"],
      ["line", "in", "w1"],
    ],
  ],
  [
    "price < 150",
    [
      ["retailPrice", "lt", "150"],
      ["costPrice", "lt", "150"],
    ],
  ],
  ["retail>=1,200.5", [["retailPrice", "gte", "1200.5"]]],
  ["name < 3", []],
  ["price < dear", []],
  ["gender", []],
  ["", []],
])("%j offers %j", (text, filters) => {
  expect(offeredFor(text).map(({ filter }) => filter)).toEqual(filters);
});

test("another option of the same column joins its filter, other filters are added", () => {
  const [women, cheap] = [["gender", "in", "women"] as const, ["retailPrice", "lt", "150"] as const];

  const filters = [["gender", "in", "men"] as const, ["gender", "in", "women"] as const, cheap];
  const added = filters.reduce<ReturnType<typeof addQuickFilter>>(addQuickFilter, [women]);

  expect(added).toEqual([["gender", "in", "women", "men"], cheap]);
});

test("a group of filters stays as it is", () => {
  const group = [["gender", "in", "women"] as const, ["retailPrice", "lt", "50"] as const];

  expect(addQuickFilter([group], ["gender", "in", "men"])).toEqual([group, ["gender", "in", "men"]]);
});
