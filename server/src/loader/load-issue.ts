import type { loadIssueTypes } from "@weft/contract";

export type IssueType = (typeof loadIssueTypes)[number];

/** An issue of a load's file: an error or a warning. */
export interface LoadIssue {
  /** The row number in a spreadsheet. Absent for an issue of the whole file. */
  readonly rowNumber?: number;
  readonly columnName?: string;
  readonly issueType: IssueType;
  readonly severity: "error" | "warning";
  /** A sentence. */
  readonly message: string;
  /** A sentence that says what to do. */
  readonly suggestion?: string;
  /** The cell or text in question, shortened. */
  readonly data?: string;
  /** The step of preprocessing, 1 to 6, that found it. */
  readonly step?: number;
}

/** Receives the issues of the stages of a load. */
export interface IssueSink {
  add(issue: LoadIssue): void;
  /** For issues that would repeat for every row: only the first with the key is kept. */
  addOnce(key: string, issue: LoadIssue): void;
}

/** Thrown when a load cannot continue. Its issues are the reason. */
export class LoadFailure extends Error {
  readonly issues: readonly LoadIssue[];

  constructor(issues: readonly LoadIssue[], options?: ErrorOptions) {
    super(issues.map(({ message }) => message).join(" "), options);
    this.name = "LoadFailure";
    this.issues = issues;
  }
}
