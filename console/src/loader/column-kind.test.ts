import { expect, test } from "vitest";
import { guessColumnKind } from "./guess-configuration.ts";

test.each([
  [[], "empty"],
  [["", ""], "empty"],
  [["1", "-2.5", "1e3", "1,234.50"], "number"],
  [["1", "0"], "number"],
  [["1", "x"], "text"],
  [["00123"], "text"],
  [["4006381333931"], "text"],
  [["true", "FALSE"], "boolean"],
  [["yes", "no", ""], "boolean"],
  [["2026-03-01"], "date"],
  [["2026-03-01T08:00:00Z"], "time"],
  [["https://example.test/a.png"], "link"],
  [["red", "red", "red", "blue", "blue", "blue"], "choice"],
  [["red", "blue"], "text"],
])("the values %j look like %s", (values, kind) => {
  expect(guessColumnKind(values)).toBe(kind);
});
