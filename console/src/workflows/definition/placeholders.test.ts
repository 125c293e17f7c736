import { expect, test } from "vitest";
import { placeholdersFor, sampleEvent } from "./placeholders.ts";

const properties = [{ slug: "price", label: "Price" }];

test.each([
  ["item|update", ["{newData.price}", "{oldData.price}", "{newData.id}"], ["{body}"]],
  ["item|create", ["{newData.price}"], ["{oldData.price}"]],
  ["webhook|a", ["{body}", "{headers}"], ["{newData.price}"]],
  ["assortment|publish", ["{assortmentId}"], ["{newData.price}"]],
])("a task of %s may read %j and not %j", (key, offered, missing) => {
  const texts = placeholdersFor({ triggers: [key], properties, earlierTasks: [] }).map(({ text }) => text);

  expect(texts).toEqual(expect.arrayContaining([...offered, "{task.id}"]));
  expect(texts.filter((text) => missing.includes(text))).toEqual([]);
});

test("outputs of earlier tasks come first", () => {
  const [first] = placeholdersFor({ triggers: [], properties, earlierTasks: ["Ask them"] });

  expect(first?.text).toBe("{tasks.Ask them.output}");
});

test.each([
  ["item|create", { entityReference: "item:1", newData: { id: "1" } }],
  ["item|delete", { entityReference: "item:1", oldData: { id: "1" } }],
  ["manual|go", {}],
  ["webhook|a", { body: {}, headers: {} }],
])("the sample event of %s is %j", (key, event) => {
  expect(sampleEvent(key, { id: "1" })).toEqual(event);
});
