import { pluralize } from "../platform/amounts.ts";
import type { Report } from "./examine.ts";
import { checkNames, type Finding, type Verdict } from "./finding.ts";

export interface ReportStyle {
  /** True if the terminal supports colors. */
  readonly hasColors: boolean;
}

const verdictWidth = Math.max(...["warning", "skipped"].map(({ length }) => length));
const nameWidth = Math.max(...checkNames.map(({ length }) => length));

/** One line per finding, its advice below it, and a last line with the counts. */
export function formatReport({ checks, faults, warnings }: Report, style: ReportStyle): string {
  return [...checks.flatMap((finding) => linesOf(finding, style)), "", sumUp(faults, warnings)].join("\n");
}

function linesOf({ name, verdict, detail, advice }: Finding, { hasColors }: ReportStyle): readonly string[] {
  const padded = verdict.padEnd(verdictWidth);
  const shown = hasColors ? `${colors[verdict]}${padded}${colorEnd}` : padded;
  const line = `${shown}  ${name.padEnd(nameWidth)}  ${onOneLine(detail)}`;
  const indent = " ".repeat(verdictWidth + nameWidth + 4);
  return advice === undefined ? [line] : [line, `${indent}${onOneLine(advice)}`];
}

const colors: Readonly<Record<Verdict, string>> = {
  ok: "\u001b[32m",
  warning: "\u001b[33m",
  fault: "\u001b[31m",
  skipped: "\u001b[2m",
};
const colorEnd = "\u001b[0m";

/** Also prevents external text from moving the cursor or forging a line. */
function onOneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}

function sumUp(faults: number, warnings: number): string {
  return `${pluralize(faults, "fault")}, ${pluralize(warnings, "warning")}.`;
}
