import { expect, test } from "vitest";
import type { EntityProperty } from "../../entity-property.ts";
import { buildColumn } from "../testing/build-column.ts";
import { labelOfGroup } from "./group-label.ts";
import { type GroupValue, groupingOf, isGroupable, testOfGroup, withTests } from "./grouping.ts";

const columns = [
  buildColumn("category", { label: "Category", propertyType: "choice" }),
  buildColumn("tags", { label: "Tags", propertyType: "multi_select" }),
  buildColumn("price", { label: "Price", propertyType: "currency", currency: "EUR" }),
  buildColumn("isLined", { label: "Lined", propertyType: "boolean" }),
  buildColumn("launch", { label: "Launch", propertyType: "date" }),
  buildColumn("sentOn", { label: "Sent", propertyType: "datetime" }),
  buildColumn("typePath", { label: "Type", propertyType: "string" }, { source: "system" }),
];
const words = { displayOf: (_set: string | undefined, value: string) => value, nameOf: () => undefined };

type Case = [group: string, value: GroupValue & { label?: string }, label: string, tests: object[]];

test.each<Case>([
  ["category", { value: "outer", label: "Outerwear" }, "Outerwear", [{ category: { in: ["outer"] } }]],
  ["category", { value: "old" }, "old", [{ category: { in: ["old"] } }]],
  ["category", { value: null }, "No category", [{ category: null }]],
  ["tags", { value: "rain", label: "Rain" }, "Rain", [{ tags: { in: ["rain"] } }]],
  ["tags", { value: null }, "No tags", [{ tags: { nin: ["other", "item:coat:rain"] } }]],
  ["price:50", { value: 50, to: 100 }, "€50 – €100", [{ price: { gte: 50, lt: 100 } }]],
  ["price:0.5", { value: 0.5, to: 1 }, "€0.50 – €1", [{ price: { gte: 0.5, lt: 1 } }]],
  ["isLined", { value: true }, "Lined: yes", [{ isLined: { in: [true] } }]],
  ["isLined", { value: null }, "Lined: not set", [{ isLined: null }]],
  ["launch:month", { value: "2026-12" }, "December 2026", [{ launch: { gte: "2026-12-01", lt: "2027-01-01" } }]],
  ["launch:quarter", { value: "2026-Q4" }, "Q4 2026", [{ launch: { gte: "2026-10-01", lt: "2027-01-01" } }]],
  ["launch:day", { value: "2026-02-28" }, "2026-02-28", [{ launch: { gte: "2026-02-28", lt: "2026-03-01" } }]],
  [
    "sentOn:year",
    { value: "2026" },
    "2026",
    [{ sentOn: { gte: "2026-01-01T00:00:00.000Z", lt: "2027-01-01T00:00:00.000Z" } }],
  ],
  [
    "typePath",
    { value: "item:coat", label: "Coat" },
    "Coat",
    [{ typePath: "item:coat" }, { typePath: { nin: ["item:coat:rain"] } }],
  ],
  ["unknown", { value: "x" }, "x", [{ unknown: { in: ["x"] } }]],
])("the group of %s with %j is called %s", (group, value, label, tests) => {
  const grouping = groupingOf(group, columns);
  if (grouping === undefined) throw new Error("no grouping");

  expect(labelOfGroup(grouping, value, words)).toBe(label);
  expect(testOfGroup(grouping, value, ["other", "item:coat:rain", null])).toEqual(tests);
});

test("there are no groups without an address of them", () => {
  expect(groupingOf(undefined, columns)).toBeUndefined();
  expect(groupingOf("", columns)).toBeUndefined();
});

test("further criteria keep the type where the service looks for it", () => {
  const test = { price: { gte: 50 } };

  expect(withTests(undefined, [])).toBeUndefined();
  expect(withTests(undefined, [test])).toEqual({ and: [test] });
  expect(withTests({ typePath: "item:coat", price: { lt: 80 }, and: [{ or: [] }] }, [test])).toEqual({
    typePath: "item:coat",
    price: { lt: 80 },
    and: [{ or: [] }, test],
  });
});

test.each<[Partial<EntityProperty>, boolean]>([
  [{ propertyType: "choice" }, true],
  [{ propertyType: "object_reference" }, true],
  [{ propertyType: "string" }, true],
  [{ propertyType: "string", isUnique: true }, false],
  [{ propertyType: "string", isBuiltIn: true }, false],
  [{ propertyType: "number" }, true],
  [{ propertyType: "choice", isDisabled: true }, false],
  [{ propertyType: "text" }, false],
  [{ propertyType: "json" }, false],
  [{ propertyType: "image_list" }, false],
])("rows with a property such as %j can be grouped by it: %s", (property, isPossible) => {
  expect(isGroupable(buildColumn("field", property), [], "item")).toBe(isPossible);
});
