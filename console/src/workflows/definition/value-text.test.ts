import { expect, test } from "vitest";
import { readValue, writeValue } from "./value-text.ts";

test.each([
  ["a text", "a text"],
  ["{newData.name}", "{newData.name}"],
  ["", ""],
  [12.5, "12.5"],
  ["12.5", '"12.5"'],
  [true, "true"],
  ["true", '"true"'],
  [null, "null"],
  [["a", 1], '["a",1]'],
  [{ a: 1 }, '{"a":1}'],
])("%j is written as %s and parsed back", (value, text) => {
  expect(writeValue(value)).toBe(text);
  expect(readValue(text)).toEqual(value);
});
