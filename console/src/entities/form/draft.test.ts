import { expect, test } from "vitest";
import { draftOf, fieldValuesOf } from "./draft.ts";

const fields = [
  { slug: "name", propertyType: "string" },
  { slug: "price", propertyType: "number" },
  { slug: "sizes", propertyType: "size_range" },
  { slug: "notes", propertyType: "json" },
] as const;
const stored = { name: "Parka", price: 10, sizes: { sizes: ["S"] }, notes: { b: 1, a: 2 } };

test("untouched fields are not sent", () => {
  expect(draftOf(fields, fieldValuesOf(fields, stored), stored)).toEqual({ body: {}, errors: {} });
});

test.each([
  [{ price: "12" }, { price: 12 }],
  [{ price: "10.0" }, {}],
  [{ price: "" }, { price: null }],
  [{ sizes: [] }, { sizes: null }],
  [{ sizes: ["S", "M"] }, { sizes: { sizes: ["S", "M"] } }],
  [{ notes: '{"a":2,"b":1}' }, {}],
])("of the change %j this is sent: %j", (change, body) => {
  const values = { ...fieldValuesOf(fields, stored), ...change };

  expect(draftOf(fields, values, stored)).toEqual({ body, errors: {} });
});

test("for a new entity, filled fields are sent", () => {
  const values = { ...fieldValuesOf(fields, {}), name: "Cape", sizes: "" };

  expect(draftOf(fields, values, {})).toEqual({ body: { name: "Cape" }, errors: {} });
});

test("invalid values are reported and not sent", () => {
  const draft = draftOf(fields, { ...fieldValuesOf(fields, stored), price: "much", name: "Cape" }, stored);

  expect(draft.body).toEqual({ name: "Cape" });
  expect(Object.keys(draft.errors)).toEqual(["price"]);
});
