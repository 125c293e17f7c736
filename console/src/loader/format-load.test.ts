import type { LoadIssue } from "@weft/client";
import { describe, expect, test } from "vitest";
import { adviceOn, formatProgress, formatUndo, totalCounts } from "./format-load.ts";

const counts = {
  item: { created: 2, updated: 1, unchanged: 0, deleted: 0, failed: 3 },
  "assortment-item": { created: 1, updated: 0, unchanged: 4, deleted: 5, failed: 0 },
};
const progress = { phase: "writing", rowsTotal: 2_000, rowsDone: 500, rowsPerSecond: 250, percent: 25, etaSeconds: 6 };

test("counts are summed over entity types", () => {
  expect(totalCounts({ counts })).toEqual({ created: 3, updated: 1, unchanged: 4, deleted: 5, failed: 3 });
});

describe("formatProgress", () => {
  test("a writing load shows rows, speed and time", () => {
    expect(formatProgress({ status: "running", progress })).toEqual({
      label: "Writing",
      percent: 25,
      details: "500 of 2,000 rows · 250 rows/s · 6 s left",
    });
  });

  test("a queued load says why, and an undo shows its progress", () => {
    expect(formatProgress({ status: "pending", progress }).label).toBe("Queued");
    expect(
      formatProgress({
        status: "completed",
        progress,
        undo: { status: "running", reverted: 7, notReverted: 0, reasons: [] },
      }),
    ).toMatchObject({ label: "Undoing", details: "7 changes undone so far" });
  });
});

describe("adviceOn", () => {
  const failed = { status: "failed", counts } as const;

  test.each([
    ["PARSING_CSV", /Nothing was written.*upload the file again/],
    ["VALIDATING_DATA", /Nothing was written.*issues file/],
    ["TRANSFORMING_DATA", /expressions/],
    ["UPLOADING_DATA", /Some rows were written. Undo the load/],
    ["NONE", /Nothing was written/],
  ] as const)("a load that failed in %s says what to do", (failureArea, detail) => {
    expect(adviceOn({ ...failed, failureArea })?.detail).toMatch(detail);
  });

  test("a load that failed because of its configuration does not ask for other rows", () => {
    const issue = { issueType: "CONFIG", severity: "error", message: "loadType ASSORTMENT requires …" } as const;
    const ofRow = { ...issue, issueType: "MISSING_DATA", rowNumber: 2 } as const;
    const adviceFor = (...issues: LoadIssue[]) =>
      adviceOn({ ...failed, failureArea: "VALIDATING_DATA", issues })?.title;

    expect(adviceFor(issue)).toBe("The configuration has errors");
    expect(adviceFor(issue, ofRow)).toBe("Some rows have errors");
  });

  test("a canceled load says whether there is something to undo", () => {
    const canceled = { status: "canceled", failureArea: "NONE" } as const;

    expect(adviceOn({ ...canceled, counts: {} })?.detail).toBe("Nothing was written.");
    expect(adviceOn({ ...canceled, counts })?.detail).toMatch(/Undo the load/);
  });

  test("a successful load has no advice", () => {
    expect(adviceOn({ status: "completed", failureArea: "NONE", counts })).toBeUndefined();
  });
});

test("an undo is described by what the load did", () => {
  expect(formatUndo({ counts })).toEqual([
    "2 items created: will be deleted",
    "1 item updated: previous values will be restored",
    "1 assortment item created: will be deleted",
    "5 assortment items deleted: will be restored",
  ]);
});
