import { expect, test } from "vitest";
import { findRetentionError, type RetentionRow, retentionChange, retentionRows } from "./retention-rows.ts";

test("what is taken out is removed, what is left is set, and nothing keeps everything", () => {
  expect(retentionRows({ item: 30 })).toEqual([{ entityType: "item", days: 30 }]);
  expect(retentionChange({ item: 30, color: 5 }, [{ entityType: "item", days: 60 }])).toEqual({
    item: 60,
    color: null,
  });
  expect(retentionChange({ item: 30 }, [])).toBeNull();
});

test.each<[readonly RetentionRow[], string | undefined]>([
  [[], undefined],
  [[{ entityType: "item", days: 30 }], undefined],
  [[{ entityType: "", days: 30 }], "Choose a type for every line."],
  [[{ entityType: "item", days: "" }], "Days are whole numbers from 1 to 36,500."],
  [[{ entityType: "item", days: 0 }], "Days are whole numbers from 1 to 36,500."],
  [[{ entityType: "item", days: 40_000 }], "Days are whole numbers from 1 to 36,500."],
  [
    [
      { entityType: "item", days: 30 },
      { entityType: "item", days: 31 },
    ],
    "item is there twice.",
  ],
])("of %j is said: %s", (rows, error) => {
  expect(findRetentionError(rows)).toBe(error);
});
