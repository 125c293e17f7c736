import { expect, test } from "vitest";
import { findRetentionError, type RetentionRow, retentionChange, retentionRows } from "./retention-rows.ts";

test("removed types are unset, others are set, and no rows keep everything", () => {
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
  [[{ entityType: "", days: 30 }], "Select a type in every row."],
  [[{ entityType: "item", days: "" }], "Enter whole days from 1 to 36,500."],
  [[{ entityType: "item", days: 0 }], "Enter whole days from 1 to 36,500."],
  [[{ entityType: "item", days: 40_000 }], "Enter whole days from 1 to 36,500."],
  [
    [
      { entityType: "item", days: 30 },
      { entityType: "item", days: 31 },
    ],
    "item is listed twice.",
  ],
])("the error of %j is: %s", (rows, error) => {
  expect(findRetentionError(rows)).toBe(error);
});
