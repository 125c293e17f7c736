import type { loadIssueTypes } from "@weft/contract";

export type IssueType = (typeof loadIssueTypes)[number];

/** What a load has to say about its file: a fault, or something that the user should look at. */
export interface LoadIssue {
  /** As a spreadsheet shows it; left out for what concerns the whole file. */
  readonly rowNumber?: number;
  readonly columnName?: string;
  readonly issueType: IssueType;
  readonly severity: "error" | "warning";
  /** A sentence. */
  readonly message: string;
  /** A sentence that says what to do. */
  readonly suggestion?: string;
  /** The cell or text that it is about, shortened. */
  readonly data?: string;
  /** The step of preprocessing, 1 to 6, that has found it. */
  readonly step?: number;
}

/** Where the stages of a load report to. */
export interface IssueSink {
  add(issue: LoadIssue): void;
  /** For what would be said of every row: only the first with the key is kept. */
  addOnce(key: string, issue: LoadIssue): void;
}

/** Thrown when a load cannot continue at all; its issues are the reason. */
export class LoadFailure extends Error {
  readonly issues: readonly LoadIssue[];

  constructor(issues: readonly LoadIssue[], options?: ErrorOptions) {
    super(issues.map(({ message }) => message).join(" "), options);
    this.name = "LoadFailure";
    this.issues = issues;
  }
}
