import { type IssueSink, LoadFailure, type LoadIssue } from "../load-issue.ts";
import { describePlace, type FilePlace, shownPart } from "./reading-failure.ts";
import type { ParsedRow } from "./row-parser.ts";
import { warnOfTrailingDelimiters } from "./trailing-delimiters.ts";

/**
 * The names of the columns. Empty names at the end are trailing delimiters, not columns, as long as no row has a cell
 * there.
 */
export function checkHeaders(row: ParsedRow, issues: IssueSink): readonly string[] {
  const headers = row.cells.slice(0, row.cells.findLastIndex((name) => name !== "") + 1);
  const errors = headers.length === 0 ? [noNames(row)] : [...emptyNames(headers, row), ...duplicateNames(headers, row)];
  if (errors.length > 0) {
    throw new LoadFailure(errors);
  }
  if (headers.length < row.cells.length) {
    warnOfTrailingDelimiters(row, issues);
  }
  return headers;
}

function noNames(place: FilePlace): LoadIssue {
  return headerError(place, {
    message: "all header names are empty.",
    suggestion: "The first row must contain the column names.",
  });
}

function emptyNames(headers: readonly string[], place: FilePlace): LoadIssue[] {
  return headers.flatMap((name, index) =>
    name === ""
      ? [
          headerError(place, {
            message: `column ${index + 1} has an empty header name.`,
            suggestion: "Give the column a name, or remove it.",
          }),
        ]
      : [],
  );
}

function duplicateNames(headers: readonly string[], place: FilePlace): LoadIssue[] {
  const columns = new Map<string, number[]>();
  for (const [index, name] of headers.entries()) {
    const numbers = columns.get(name) ?? [];
    numbers.push(index + 1);
    columns.set(name, numbers);
  }
  return [...columns].flatMap(([name, numbers]) =>
    name !== "" && numbers.length > 1
      ? [
          headerError(place, {
            columnName: shownPart(name),
            message: `columns ${listNumbers(numbers)} have the same header name ${shownPart(name)}.`,
            suggestion: "Rename or remove all but one of them.",
          }),
        ]
      : [],
  );
}

const numbersShownMax = 20;

function listNumbers(numbers: readonly number[]): string {
  const shown = numbers.slice(0, numbersShownMax).join(", ");
  return numbers.length > numbersShownMax ? `${shown} and others` : shown;
}

function headerError(
  place: FilePlace,
  { message, ...rest }: { message: string; suggestion: string; columnName?: string },
): LoadIssue {
  return {
    ...rest,
    issueType: "HEADER_MISMATCH",
    severity: "error",
    rowNumber: place.number,
    message: `${describePlace(place)}: ${message}`,
  };
}
