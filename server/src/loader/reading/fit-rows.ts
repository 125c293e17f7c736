import { type IssueSink, LoadFailure, type LoadIssue } from "../load-issue.ts";
import type { CsvRow } from "../row.ts";
import { describePlace, shownPart } from "./reading-failure.ts";
import type { ParsedRow } from "./row-parser.ts";
import { warnOfTrailingDelimiters } from "./trailing-delimiters.ts";

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
    throw new LoadFailure(errors);
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
  return {
    issueType: "INVALID_DATA",
    severity: "error",
    rowNumber: row.number,
    message: `${describePlace(row)}: the row has ${row.cells.length} cells, but there are only ${headers.length} headers.`,
    suggestion: "Put quotes around a cell that contains the delimiter, or add headers for the last columns.",
    data: shownPart(surplus),
  };
}
