import { expect, test } from "vitest";
import { jsonList, jsonListBytes } from "./json-list.ts";

test.each<[string, readonly string[]]>([
  ["no value", []],
  ["one", ['{"a":1}']],
  ["several", ["1", '"größe"', '"™"', '"😀"', "null"]],
])("%s: the same as text and as bytes", (_, values) => {
  const text = `[${values.join(",")}]`;

  expect(jsonList(values)).toBe(text);
  expect(jsonListBytes(values).toString()).toBe(text);
  expect(jsonListBytes(values, 3).subarray(3).toString()).toBe(text);
});
