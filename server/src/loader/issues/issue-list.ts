import type { IssueSink, LoadIssue } from "../load-issue.ts";

/** Issues that are inspected before they are reported. */
export class IssueList implements IssueSink {
  readonly all: LoadIssue[] = [];
  readonly #once = new Set<string>();

  add(issue: LoadIssue): void {
    this.all.push(issue);
  }

  addOnce(key: string, issue: LoadIssue): void {
    if (!this.#once.has(key)) {
      this.#once.add(key);
      this.add(issue);
    }
  }
}
