import type { JsonValue } from "../../platform/json-value.ts";
import type { IssueSink, LoadIssue } from "../load-issue.ts";
import type { PreparedRow } from "../row.ts";

/** By required type path (or "user", "file"), the ids of entities that cells name by federatedId, id or email. */
export type IdsOfNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

type RowIssue = Omit<LoadIssue, "rowNumber" | "severity">;

/** One row while it is parsed: the ids that it may look up, and its issues. */
export class RowReading {
  readonly row: PreparedRow;
  readonly idsOfNames: IdsOfNames;
  hasFailed = false;
  readonly #issues: IssueSink;
  #last: RowIssue | undefined;

  constructor(row: PreparedRow, idsOfNames: IdsOfNames, issues: IssueSink) {
    this.row = row;
    this.idsOfNames = idsOfNames;
    this.#issues = issues;
  }

  fail(issue: RowIssue): void {
    this.hasFailed = true;
    this.#add(issue, "error");
  }

  warn(issue: RowIssue): void {
    this.#add(issue, "warning");
  }

  /** A cell that is used by an item and its project item is reported once. */
  #add(issue: RowIssue, severity: LoadIssue["severity"]): void {
    const isRepeated = this.#last?.columnName === issue.columnName && this.#last?.message === issue.message;
    this.#last = issue;
    if (!isRepeated) {
      this.#issues.add({ rowNumber: this.row.number, severity, ...issue });
    }
  }
}

/** Parses a value of a column: the value to set, null to clear the property, undefined to keep its value. */
export type Read = (value: JsonValue, reading: RowReading) => JsonValue;
