import { expect, test } from "vitest";
import { jsonText } from "./json-text.ts";

test("the value is unchanged, and no control character reaches the terminal", () => {
  const value = { name: "\u001b[2J\u009b31m\u202eabc\u007f\nÄ😀" };

  const text = jsonText(value);

  expect(JSON.parse(text)).toEqual(value);
  expect(text).toBe(String.raw`{"name":"\u001b[2J\u009b31m\u202eabc\u007f\nÄ😀"}`);
});

test("undefined is printed as null", () => {
  expect(jsonText(undefined)).toBe("null");
});
