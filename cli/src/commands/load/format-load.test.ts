import type { LoadIssue } from "@weft/client";
import { describe, expect, test } from "vitest";
import { styleOf } from "../../output/style.ts";
import { formatLoad } from "./follow-to-end.ts";
import { buildLoad } from "./testing/build-load.ts";

const plain = styleOf(false);
const id = buildLoad().id;

const issue: LoadIssue = {
  rowNumber: 3,
  columnName: "price",
  issueType: "INVALID_DATA",
  severity: "error",
  message: '"abc" is not a number.',
  suggestion: "Write it as 12.5.",
};

test("a completed load shows duration and counts", () => {
  expect(formatLoad(buildLoad(), plain)).toBe(
    [
      `Loaded 10,000 rows in 8 s, 1,250 rows per second. Load ${id}.`,
      "",
      "ENTITY TYPE  CREATED  UPDATED  UNCHANGED  DELETED  FAILED",
      "item               3        0     12,000        0       0",
      "",
    ].join("\n"),
  );
});

describe("issues", () => {
  test("show their position and the fix", () => {
    const words = formatLoad(buildLoad({ issues: [issue], errors: 1, issuesFileId: "F" }), plain);

    expect(words).toContain(
      [
        "1 error:",
        'error   row 3, column price: "abc" is not a number. INVALID_DATA',
        "        Write it as 12.5.",
        `All issues, with their rows: weft loads issues ${id} --output issues.csv`,
      ].join("\n"),
    );
  });

  test("are limited to ten, errors before warnings, with the command for the rest", () => {
    const warnings = Array.from({ length: 12 }, (_, row) => ({
      ...issue,
      severity: "warning" as const,
      rowNumber: row,
    }));

    const words = formatLoad(buildLoad({ issues: [...warnings, issue], errors: 1, warnings: 12 }), plain);

    expect(words).toContain("1 error, 12 warnings, first 10:\nerror   row 3");
    expect(words.match(/^warning /gm)).toHaveLength(9);
    expect(words).toContain(`More issues: weft loads issues ${id}\n`);
  });

  test("cannot move the cursor", () => {
    const evil = { ...issue, message: "a\u001b[2Jb\nc", columnName: "\u0007", suggestion: "\r" };

    expect(formatLoad(buildLoad({ issues: [evil], errors: 1 }), plain).replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });
});

test.each([
  [
    { status: "failed", errors: 2, failureArea: "VALIDATING_DATA" },
    "Failed with 2 errors while validating the rows: nothing was written.",
  ],
  [
    { status: "failed", errors: 1, failureArea: "UPLOADING_DATA" },
    "Failed with 1 error while writing: some rows were written.",
  ],
  [{ status: "failed", errors: 0, failureArea: "NONE" }, "Failed with 0 errors."],
  [{ status: "canceled" }, "Canceled: earlier writes are kept."],
  [{ status: "running", subtext: "Writing: 3 of 9 rows" }, "Writing: 3 of 9 rows."],
  [{ dryRun: true }, "Dry run of 10,000 rows in 8 s, 1,250 rows per second: nothing was written."],
] as const)("%j is shown as: %s", (input, words) => {
  expect(formatLoad(buildLoad(input), plain).startsWith(words)).toBe(true);
});

test("undefined columns are listed, unless nothing was written", () => {
  const undescribedColumns = [
    { columnName: "Weight", typePath: "item", slug: "weight", guessedKind: "number" as const, examples: ["1"] },
  ];

  expect(formatLoad(buildLoad({ undescribedColumns }), plain)).toContain(
    "Stored as text (undefined properties): Weight (number?)",
  );
  expect(formatLoad(buildLoad({ undescribedColumns, status: "failed" }), plain)).not.toContain("Weight");
});

test("texts of mappings that are not columns are listed with the nearest column", () => {
  const literalMappings = [
    { target: "itemFamilyFederatedId", text: "Styel", isKey: true, closestColumn: "Style" },
    { target: "brand", text: "Acme", isKey: false },
  ];

  expect(formatLoad(buildLoad({ literalMappings }), plain)).toContain(
    [
      "The same text in every row:",
      '  itemFamilyFederatedId: "Styel" is not a column. Did you mean "Style"?',
      '  brand: "Acme" is not a column.',
    ].join("\n"),
  );
});

test("an undo shows what was undone, and why the rest was kept", () => {
  const reasons = Array.from({ length: 11 }, (_, number) => ({
    entityReference: `item:${number}`,
    message: "changed",
  }));
  const undo = { status: "completed" as const, reverted: 1, notReverted: 11, reasons };

  const words = formatLoad(buildLoad({ undo }), plain);

  expect(words).toContain("Undo completed: 1 change undone, 11 kept.\n  item:0: changed\n");
  expect(words).toMatch(/ {2}and 1 more\n$/);
});
