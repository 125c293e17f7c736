import { LoadFailedError } from "../load-errors.ts";
import type { IssueSink, LoadIssue } from "../load-issue.ts";
import type { CsvRow } from "../row.ts";
import { type FilePlace, issueAt, type ReadingIssue, shownPart } from "./reading-issue.ts";
import type { ParsedRow } from "./row-parser.ts";

/**
 * The names of the columns. Empty names at the end are trailing delimiters, not columns, as long as no row has a cell
 * there.
 */
export function checkHeaders(row: ParsedRow, issues: IssueSink): readonly string[] {
  const headers = row.cells.slice(0, row.cells.findLastIndex((name) => name !== "") + 1);
  const errors = headers.length === 0 ? [noNames(row)] : [...emptyNames(headers, row), ...duplicateNames(headers, row)];
  if (errors.length > 0) {
    throw new LoadFailedError(errors);
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

function headerError(place: FilePlace, issue: Omit<ReadingIssue, "issueType">): LoadIssue {
  return issueAt(place, { ...issue, issueType: "HEADER_MISMATCH" });
}

/** Pads every row to the number of headers. All rows with too many cells are reported at once. */
export function fitRows(parsedRows: readonly ParsedRow[], headers: readonly string[], issues: IssueSink): CsvRow[] {
  const rows: CsvRow[] = [];
  const errors: LoadIssue[] = [];
  for (const row of parsedRows) {
    const { number, cells } = row;
    if (cells[0] === "" && cells.every((cell) => cell === "")) {
      warnOfEmptyRow(number, issues);
      continue;
    }
    if (cells.length > headers.length) {
      if (cells.findLastIndex((cell) => cell !== "") >= headers.length) {
        errors.push(surplusCells(row, headers));
      } else {
        warnOfTrailingDelimiters(row, issues);
      }
      cells.length = headers.length;
    }
    while (cells.length < headers.length) {
      cells.push("");
    }
    rows.push({ number, cells });
  }
  if (errors.length > 0) {
    throw new LoadFailedError(errors);
  }
  return rows;
}

/** Spreadsheets write a blank line as a row of delimiters only. */
function warnOfEmptyRow(number: number, issues: IssueSink): void {
  issues.addOnce("empty-row", {
    issueType: "MISSING_DATA",
    severity: "warning",
    rowNumber: number,
    message: `Row ${number} is the first row with only empty cells; such rows were skipped.`,
    suggestion: "Delete the empty rows in the spreadsheet to remove this warning.",
  });
}

function surplusCells(row: ParsedRow, headers: readonly string[]): LoadIssue {
  const surplus = row.cells.slice(headers.length).find((cell) => cell !== "") ?? "";
  return issueAt(row, {
    issueType: "INVALID_DATA",
    message: `the row has ${row.cells.length} cells, but there are only ${headers.length} headers.`,
    suggestion: "Put quotes around a cell that contains the delimiter, or add headers for the last columns.",
    data: shownPart(surplus),
  });
}

/** Spreadsheets write them for cells that were once used, in some rows or in all. Users cannot see them. */
function warnOfTrailingDelimiters({ number }: FilePlace, issues: IssueSink): void {
  issues.addOnce("trailing-delimiters", {
    issueType: "HEADER_MISMATCH",
    severity: "warning",
    rowNumber: number,
    message: `Row ${number} is the first row with delimiters after its last column; empty cells without a header were ignored.`,
    suggestion: "No data is lost. Delete the empty columns on the right of the spreadsheet to remove this warning.",
  });
}
