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

test("a key is covered by another one only, if it does not stand there itself alone", () => {
  expect(isCoveredByOther(["item|update"], "item|update")).toBe(false);
  expect(isCoveredByOther(["item|update", "item|*"], "item|update")).toBe(true);
});

describe("choosing a key", () => {
  test.each([
    [[], "item|create", ["item|create"]],
    [["item|create", "color|create"], "item|create", ["color|create"]],
    [["item|create", "item|delete", "color|create"], "item|*", ["color|create", "item|*"]],
    [["item|create"], "*", ["*"]],
  ])("%j with %s becomes %j", (events, key, expected) => {
    expect(toggleKey(events, key)).toEqual(expected);
  });
});

test("what is covered already is not offered any more", () => {
  // Audit entries are sent only to those who name them.
  expect(suggestKeys(["*"])).toEqual(["audit|*"]);
  expect(suggestKeys(["*", "audit|*"])).toEqual([]);
  expect(suggestKeys(["item|*"])).not.toContain("item|create");
  expect(suggestKeys([])).toContain("loader-process|failed");
});

describe("a key in words", () => {
  test.each([
    ["*", "Everything"],
    ["item|*", "Items: all events"],
    ["*|delete", "Anything: delete"],
    ["custom-entity|create", "Custom entities: create"],
    ["loader-process|failed", "A load has failed"],
    ["shop|ordered", "shop|ordered"],
    ["item|ordered", "item|ordered"],
  ])("%s is %s", (key, words) => {
    expect(describeKey(key)).toBe(words);
  });
});
