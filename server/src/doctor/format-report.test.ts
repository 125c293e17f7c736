import { expect, test } from "vitest";
import type { Report } from "./examine.ts";
import { formatReport } from "./format-report.ts";

const report: Report = {
  checks: [
    { name: "configuration", verdict: "ok", detail: "All settings are valid." },
    { name: "disk", verdict: "warning", detail: "1.0 GB are free.", advice: "Free some space." },
    { name: "s3", verdict: "fault", detail: "Two\nlines \u001b[31mand color." },
    { name: "sso", verdict: "skipped", detail: "Nobody uses it." },
  ],
  faults: 1,
  warnings: 2,
};

test("one line per finding, advice below it, no color", () => {
  expect(formatReport(report, { hasColors: false }).split("\n")).toEqual([
    "ok       configuration  All settings are valid.",
    "warning  disk           1.0 GB are free.",
    "                        Free some space.",
    "fault    s3             Two lines  [31mand color.",
    "skipped  sso            Nobody uses it.",
    "",
    "1 fault, 2 warnings.",
  ]);
});

test("only verdicts are colored on a terminal", () => {
  const [first] = formatReport(report, { hasColors: true }).split("\n");

  expect(first).toBe("\u001b[32mok     \u001b[0m  configuration  All settings are valid.");
});
