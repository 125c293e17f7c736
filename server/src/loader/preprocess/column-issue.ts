import { shorten } from "../../entity-types/kinds/shorten.ts";
import type { IssueSink, IssueType, LoadIssue } from "../load-issue.ts";

export interface ColumnRemark {
  readonly step: number;
  readonly columnName: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly data?: string | undefined;
  readonly issueType?: IssueType;
}

/** Reports a remark on a column or its configuration once, also for a load that is resumed. */
export function warnOfColumn(issues: IssueSink, remark: ColumnRemark): void {
  const key = JSON.stringify([remark.step, remark.columnName, remark.message]);
  issues.addOnce(key, issueOf(remark, "warning"));
}

export function errorInColumn(remark: ColumnRemark): LoadIssue {
  return issueOf(remark, "error");
}

/** A name from a file or configuration, for a message. */
export function quoteName(name: string): string {
  return `"${shorten(name)}"`;
}

export function didYouMean(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `Did you mean ${quoteName(name)}?`;
}

function issueOf(remark: ColumnRemark, severity: LoadIssue["severity"]): LoadIssue {
  const { step, columnName, message, suggestion, data, issueType = "CONFIG" } = remark;
  return {
    columnName,
    issueType,
    severity,
    message,
    step,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(data === undefined ? {} : { data: shorten(data) }),
  };
}
