import type { IssueSink } from "../load-issue.ts";
import type { FilePlace } from "./reading-failure.ts";

/** Spreadsheets write them for cells that were once used, in some rows or in all. Users cannot see them. */
export function warnOfTrailingDelimiters({ number }: FilePlace, issues: IssueSink): void {
  issues.addOnce("trailing-delimiters", {
    issueType: "HEADER_MISMATCH",
    severity: "warning",
    rowNumber: number,
    message: `Row ${number} is the first row with delimiters after its last column; empty cells without a header were ignored.`,
    suggestion: "No data is lost. Delete the empty columns on the right of the spreadsheet to remove this warning.",
  });
}
