import type { Problem } from "../../platform/problem.ts";
import type { IssueType, LoadIssue } from "../load-issue.ts";

/** Converts an error of the write path to load issues. */
export function issuesOfProblem(problem: Problem, rowNumber: number): LoadIssue[] {
  const { errors, detail, members } = problem;
  if (errors.length === 0) {
    // A unique value in use is reported with the property that must be unique.
    const column = typeof members["property"] === "string" ? { columnName: members["property"] } : {};
    return [{ rowNumber, ...column, issueType: "VALIDATION_ERROR", severity: "error", message: detail }];
  }
  return errors.map((error) => {
    const columnName = slugOf(error.pointer);
    return {
      rowNumber,
      ...(columnName === "" ? {} : { columnName }),
      issueType: typeOf(error.code ?? ""),
      severity: "error",
      message: error.detail,
    };
  });
}

function slugOf(pointer: string): string {
  return pointer.replace(/^#\/?/, "").replaceAll("~1", "/").replaceAll("~0", "~");
}

function typeOf(code: string): IssueType {
  switch (code) {
    case "required":
      return "MISSING_DATA";
    case "invalid-value":
      return "INVALID_DATA";
    case "unknown-property":
      return "HEADER_MISMATCH";
    default:
      return "VALIDATION_ERROR";
  }
}
