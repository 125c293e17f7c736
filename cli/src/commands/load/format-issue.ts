import type { LoaderProcess, LoadIssue } from "@weft/client";
import { pluralize } from "../../output/amounts.ts";
import { safeText } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";

const issuesShown = 10;

/** The first issues of a load, and how to get the others; empty if there are none. */
export function issueList({ id, issues, errors, warnings, issuesFileId }: LoaderProcess, style: Style): string {
  if (issues.length === 0) return "";
  // Errors first: they must not be hidden by warnings.
  const worstFirst = [...issues.filter(isError), ...issues.filter((issue) => !isError(issue))];
  const shown = worstFirst.slice(0, issuesShown).map((issue) => formatIssue(issue, style));
  const title = [
    ...(errors === 0 ? [] : [pluralize(errors, "error")]),
    ...(warnings === 0 ? [] : [pluralize(warnings, "warning")]),
  ].join(", ");
  const isCut = errors + warnings > shown.length;
  return [
    `${style.bold(title)}${isCut ? `, first ${shown.length}` : ""}:\n`,
    ...shown,
    ...(isCut ? [`More issues: weft loads issues ${id}\n`] : []),
    ...(issuesFileId === undefined
      ? []
      : [`All issues, with their rows: weft loads issues ${id} --output issues.csv\n`]),
  ].join("");
}

function isError({ severity }: LoadIssue): boolean {
  return severity === "error";
}

/** An issue in one line, and its fix in the next. */
export function formatIssue(issue: LoadIssue, style: Style): string {
  const { severity, issueType, message, suggestion } = issue;
  const paint = severity === "error" ? style.red : style.yellow;
  const place = placeOf(issue);
  const head = `${paint(severity.padEnd(severityColumns))} ${place === "" ? "" : `${place}: `}${safeText(message)} ${style.dim(issueType)}\n`;
  return suggestion === undefined ? head : `${head}${" ".repeat(severityColumns)} ${safeText(suggestion)}\n`;
}

const severityColumns = "warning".length;

function placeOf({ rowNumber, columnName }: LoadIssue): string {
  return [
    ...(rowNumber === undefined ? [] : [`row ${rowNumber}`]),
    ...(columnName === undefined ? [] : [`column ${safeText(columnName)}`]),
  ].join(", ");
}
