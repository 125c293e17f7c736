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

/** Receives the issues of a load. */
export abstract class IssueSink {
  readonly #keys = new Set<string>();

  abstract add(issue: LoadIssue): void;

  /** For issues that would repeat for every row: only the first with the key is kept. */
  addOnce(key: string, issue: LoadIssue): void {
    if (!this.#keys.has(key)) {
      this.#keys.add(key);
      this.add(issue);
    }
  }
}

/** Issues that are inspected before they are reported. */
export class IssueList extends IssueSink {
  readonly all: LoadIssue[] = [];

  add(issue: LoadIssue): void {
    this.all.push(issue);
  }
}

/** An error in the configuration: nothing is written. */
export function configurationIssue(message: string, suggestion: string, columnName?: string): LoadIssue {
  const column = columnName === undefined ? {} : { columnName };
  return { ...column, issueType: "CONFIG", severity: "error", message, suggestion };
}
