import { describe, expect, test } from "vitest";
import { coversKey, describeKey, isCoveredByOther, suggestKeys, toggleKey } from "./event-keys.ts";

describe("whether trigger keys cover another one", () => {
  test.each([
    [["*"], "item|update", true],
    [["*|*"], "item|update", true],
    [["item|*"], "item|update", true],
    [["*|delete"], "color|delete", true],
    [["item|update"], "item|update", true],
    [["item|update"], "item|*", false],
    [["item|*"], "project-item|update", false],
    [["*|delete"], "color|create", false],
    [[], "item|update", false],
  ])("%j and %s: %s", (events, key, expected) => {
    expect(coversKey(events, key)).toBe(expected);
  });
});

test("a key is covered only by another one, not by itself", () => {
  expect(isCoveredByOther(["item|update"], "item|update")).toBe(false);
  expect(isCoveredByOther(["item|update", "item|*"], "item|update")).toBe(true);
});

describe("selecting a key", () => {
  test.each([
    [[], "item|create", ["item|create"]],
    [["item|create", "color|create"], "item|create", ["color|create"]],
    [["item|create", "item|delete", "color|create"], "item|*", ["color|create", "item|*"]],
    [["item|create"], "*", ["*"]],
  ])("%j with %s becomes %j", (events, key, expected) => {
    expect(toggleKey(events, key)).toEqual(expected);
  });
});

test("covered keys are not suggested", () => {
  // Audit entries are sent only to webhooks that name them.
  expect(suggestKeys(["*"])).toEqual(["audit|*"]);
  expect(suggestKeys(["*", "audit|*"])).toEqual([]);
  expect(suggestKeys(["item|*"])).not.toContain("item|create");
  expect(suggestKeys([])).toContain("loader-process|failed");
});

describe("a key as text", () => {
  test.each([
    ["*", "All events"],
    ["item|*", "Items: all events"],
    ["*|delete", "Any type: delete"],
    ["custom-entity|create", "Custom entities: create"],
    ["loader-process|failed", "A load failed"],
    ["shop|ordered", "shop|ordered"],
    ["item|ordered", "item|ordered"],
  ])("%s is %s", (key, words) => {
    expect(describeKey(key)).toBe(words);
  });
});
