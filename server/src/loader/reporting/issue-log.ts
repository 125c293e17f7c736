import type { StepResult } from "../load.ts";
import { IssueSink, type LoadIssue } from "../load-issue.ts";
import type { PreparedRow } from "../row.ts";
import { byteOrderMark, csvLine, escapedColumn } from "../write-csv.ts";
import { SpoolFile } from "./spool-file.ts";

const shownMax = 1_000;

/**
 * The columns that the issues file adds to those of the row. A file that has all of them is a corrected issues file.
 */
export const issueColumns = ["_row", "_column", "_severity", "_code", "_message", "_suggestion"] as const;

/**
 * All issues of a load. The first ones are kept for the response; all of them go to a file with their rows, one line
 * per row, so that it can be corrected and loaded again.
 */
export class IssueLog extends IssueSink {
  readonly file: SpoolFile;
  readonly #shown: LoadIssue[] = [];
  readonly #byRow = new Map<number, LoadIssue[]>();
  readonly #ofFile: LoadIssue[] = [];
  readonly #steps = new Map<number, { errors: number; warnings: number }>();
  #headers: readonly string[] = [];
  #errors = 0;
  #warnings = 0;

  constructor(path: string) {
    super();
    this.file = new SpoolFile(path);
  }

  get errors(): number {
    return this.#errors;
  }

  get warnings(): number {
    return this.#warnings;
  }

  get shown(): readonly LoadIssue[] {
    return this.#shown;
  }

  useHeaders(headers: readonly string[]): void {
    this.#headers = headers;
  }

  add(issue: LoadIssue): void {
    this.#count(issue);
    const { step: _, ...shown } = issue;
    if (this.#shown.length < shownMax) {
      // A copy: a substring of a cell would keep the whole chunk of the file in memory.
      this.#shown.push(JSON.parse(JSON.stringify(shown)));
    }
    if (issue.rowNumber === undefined) {
      this.#ofFile.push(issue);
    } else {
      const issues = this.#byRow.get(issue.rowNumber) ?? [];
      issues.push(issue);
      this.#byRow.set(issue.rowNumber, issues);
    }
  }

  addAll(issues: readonly LoadIssue[]): void {
    for (const issue of issues) {
      this.add(issue);
    }
  }

  /** Whether there are issues for rows whose cells are not available. */
  get hasOpenRows(): boolean {
    return this.#byRow.size > 0;
  }

  hasErrorIn(rowNumber: number): boolean {
    return this.#byRow.get(rowNumber)?.some(({ severity }) => severity === "error") === true;
  }

  /** Called when the rows are complete: those with issues go to the file. */
  async closeRows(rows: readonly Pick<PreparedRow, "number" | "original">[]): Promise<void> {
    for (const { number, original } of rows) {
      const issues = this.#byRow.get(number);
      if (issues !== undefined) {
        await this.#write(lineOf(original, issues));
        this.#byRow.delete(number);
      }
    }
  }

  stepResult(step: number, preprocessingStepName: string): StepResult {
    const { errors, warnings } = this.#steps.get(step) ?? { errors: 0, warnings: 0 };
    return { preprocessingStepName, numberOfErrors: errors, numberOfWarnings: warnings };
  }

  /** Appends the issues that belong to no row, and closes the file. */
  async close(): Promise<void> {
    const empty = this.#headers.map(() => "");
    // A row that could not be read is listed without its cells.
    for (const issue of [...this.#ofFile, ...[...this.#byRow.values()].flat()]) {
      await this.#write(lineOf(empty, [issue]));
    }
    await this.file.close();
  }

  #count({ severity, step }: LoadIssue): void {
    const isError = severity === "error";
    this.#errors += isError ? 1 : 0;
    this.#warnings += isError ? 0 : 1;
    if (step !== undefined) {
      const counts = this.#steps.get(step) ?? { errors: 0, warnings: 0 };
      counts[isError ? "errors" : "warnings"]++;
      this.#steps.set(step, counts);
    }
  }

  async #write(line: string): Promise<void> {
    if (this.file.isEmpty) {
      await this.file.append(byteOrderMark + csvLine([...this.#headers, ...issueColumns, escapedColumn]));
    }
    await this.file.append(line);
  }
}

function lineOf(cells: readonly string[], issues: readonly LoadIssue[]): string {
  const together = (textOf: (issue: LoadIssue) => string | undefined) =>
    issues.map((issue) => textOf(issue) ?? "").join(" | ");
  const isError = issues.some(({ severity }) => severity === "error");
  return csvLine([
    ...cells,
    String(issues[0]?.rowNumber ?? ""),
    together(({ columnName }) => columnName),
    isError ? "error" : "warning",
    together(({ issueType }) => issueType),
    together(({ message }) => message),
    together(({ suggestion }) => suggestion),
    "",
  ]);
}
