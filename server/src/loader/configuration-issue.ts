import type { LoadIssue } from "./load-issue.ts";

/** A fault of the configuration: nothing is written. */
export function configurationIssue(message: string, suggestion: string): LoadIssue {
  return { issueType: "CONFIG", severity: "error", message, suggestion };
}
