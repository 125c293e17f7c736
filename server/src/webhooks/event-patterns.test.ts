import { expect, test } from "vitest";
import { matchesPattern, validatePattern } from "./event-patterns.ts";

test.each([
  ["*", "item|create", true],
  ["*", "loader-process|failed", true],
  ["item|create", "item|create", true],
  ["item|create", "item|update", false],
  ["item|create", "project-item|create", false],
  ["item|*", "item|delete", true],
  ["item|*", "items|delete", false],
  ["*|delete", "color|delete", true],
  ["*|delete", "color|update", false],
  ["*|*", "assortment|publish", true],
])("%s and %s: %s", (pattern, key, isMatch) => {
  expect(matchesPattern(pattern, key)).toBe(isMatch);
});

test.each([
  "*",
  "*|*",
  "item|*",
  "*|delete",
  "*|completed",
  "project-item|update",
  "assortment|publish",
  "loader-process|failed",
  "event-workflow-process|*",
  "erp|stock-changed",
])("%s is a pattern", (pattern) => {
  expect(validatePattern(pattern)).toBeUndefined();
});

test.each([
  ["item.create", "item|create"],
  ["item-update", "item|update"],
  ["Item Update", "item|update"],
  ["items|update", "item|update"],
  ["item|created", "item|create"],
  ["item", "item|*"],
  ["colour|delete", "color|delete"],
  ["item|publish", "item|*"],
  ["assortment|published", "assortment|publish"],
  ["*|updated", "*|update"],
  ["loader-proces|failed", "loader-process|failed"],
])("for %s the nearest pattern is suggested: %s", (pattern, nearest) => {
  expect(validatePattern(pattern)).toMatch(new RegExp(`Write ${nearest.replaceAll(/[|*]/g, "\\$&")}\\.$`));
});

test.each(["", "|", "a|b|c", "**", "it*m|create", "zzzzzz", "quux|create"])(
  "%j is rejected with an example",
  (pattern) => {
    expect(validatePattern(pattern)).toMatch(/Write /);
  },
);
