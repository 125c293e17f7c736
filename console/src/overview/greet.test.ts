import { expect, test } from "vitest";
import { greet } from "./greet.ts";

test.each([
  [3, "Hello, Ada."],
  [5, "Good morning, Ada."],
  [12, "Good afternoon, Ada."],
  [18, "Good evening, Ada."],
])("at %s o'clock: %s", (hour, words) => {
  expect(greet("Ada", hour)).toBe(words);
});
