import type { LoadIssue } from "../load-issue.ts";

/** An error in the configuration: nothing is written. */
export function configurationIssue(message: string, suggestion: string, columnName?: string): LoadIssue {
  const column = columnName === undefined ? {} : { columnName };
  return { ...column, issueType: "CONFIG", severity: "error", message, suggestion };
}
