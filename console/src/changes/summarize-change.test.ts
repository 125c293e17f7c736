import type { JsonValue } from "@weft/client";
import { expect, test } from "vitest";
import { summarizeChange } from "./summarize-change.ts";

function diffs(...changes: readonly (readonly [slug: string, oldValue: JsonValue, newValue: JsonValue])[]) {
  return Object.fromEntries(
    changes.map(([slug, oldValue, newValue]) => [slug, { propertyName: slug, oldValue, newValue }]),
  );
}

test.each([
  ["update", diffs(["price", 59, 65]), "price 59 → 65"],
  ["update", diffs(["price", null, 65]), "price 65"],
  ["update", diffs(["price", 59, null]), "price 59 → empty"],
  ["update", diffs(["sold", true, false]), "sold yes → no"],
  ["update", diffs(["tags", ["a"], ["a", "b"]]), "tags a → a, b"],
  ["update", diffs(["tags", ["a"], []]), "tags a → empty"],
  ["update", diffs(["rows", [{ a: 1 }], [{ a: 1 }, {}]]), "rows 1 entry → 2 entries"],
  ["update", diffs(["text", "long ".repeat(20), `${"long ".repeat(20)}!`]), "text changed"],
  ["update", diffs(["a", 1, 2], ["b", 1, 2], ["c", 1, 2], ["d", 1, 2]), "a 1 → 2, b 1 → 2, 2 more"],
  ["update", diffs(["itemId", null, "AP6VLC0B1LHCT07S"], ["price", 1, 2]), "price 1 → 2, itemId …1LHCT07S"],
  ["update", diffs(["note", null, "new"], ["price", 1, 2]), "price 1 → 2, note new"],
  ["update", {}, "You may not read these properties."],
  ["create", diffs(["name", null, "Shirt"], ["typePath", null, "item"], ["price", null, 5]), "price 5"],
  ["create", diffs(["name", null, "Shirt"]), ""],
  ["create", {}, ""],
  ["delete", diffs(["name", "Shirt", null]), "Had 1 property."],
  ["delete", diffs(["name", "Shirt", null], ["price", 5, null]), "Had 2 properties."],
] as const)("%s of %j is summarized as: %s", (action, propertyDiffs, words) => {
  expect(summarizeChange({ action, propertyDiffs })).toBe(words);
});
