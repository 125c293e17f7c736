import { errorNameOf } from "../../platform/threads/thread-error.ts";
import type { LoadIssue } from "../load-issue.ts";

const fullPattern = /\b(?:ENOSPC|EDQUOT|EFBIG)$/;
const problemPattern = /^Problem (\S+)$/;

/**
 * The issue shown to users for an internal error. The original message goes to the log only, unless it is a public one.
 */
export function issueOfError(error: unknown, loadId: string): LoadIssue {
  return {
    issueType: "SYSTEM_ERROR",
    severity: "error",
    message: messageOf(error, loadId),
    suggestion: "Start the load again. If it fails again, report this message to your operator.",
  };
}

function messageOf(error: unknown, loadId: string): string {
  const name = errorNameOf(error);
  if (fullPattern.test(name)) {
    return "The disk of the node that runs loads is full.";
  }
  const [, code] = problemPattern.exec(name) ?? [];
  return code !== undefined && error instanceof Error
    ? error.message.replace(`${code}: `, "")
    : `Internal error. The service log has details for the load ${loadId}.`;
}
