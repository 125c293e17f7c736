import { shorten } from "../../entity-types/kinds/validate-text.ts";
import type { EvaluationError } from "../../platform/expressions/expression-error.ts";
import { LoadFailedError } from "../load-errors.ts";
import type { IssueSink, LoadIssue } from "../load-issue.ts";
import { errorInColumn, quoteName } from "./column-issue.ts";

const keptMax = 100;
const rowsMin = 1_000;
const failedShareMax = 0.1;

/** The location of an expression in the configuration. */
export interface ExpressionPlace {
  readonly toProperty: string;
  /** A path: conditionalColumns[0].conditions[1].value. */
  readonly place: string;
  readonly source: string;
}

/**
 * The rows on which expressions fail. Each is a warning, not an error: the row continues without the value, so that one
 * unusual cell does not stop a load. Many failures indicate a wrong expression, and end the load.
 */
export class RowErrors {
  readonly #issues: IssueSink;
  readonly #countByColumn = new Map<string, number>();
  readonly #columnsOfRow = new Set<string>();
  #rowNumber = 0;
  #rowCount = 0;
  #erroryCount = 0;

  constructor(issues: IssueSink) {
    this.#issues = issues;
  }

  beginRow(rowNumber: number): void {
    this.#rowNumber = rowNumber;
    this.#rowCount += 1;
    if (this.#columnsOfRow.size > 0) this.#columnsOfRow.clear();
  }

  /** One issue per row and column, however many of its conditions fail. */
  readonly add = (place: ExpressionPlace, error: EvaluationError): void => {
    const { toProperty } = place;
    if (this.#columnsOfRow.has(toProperty)) return;
    this.#columnsOfRow.add(toProperty);
    const count = (this.#countByColumn.get(toProperty) ?? 0) + 1;
    this.#countByColumn.set(toProperty, count);
    if (count <= keptMax) this.#issues.add(issueOfRow(this.#rowNumber, place, error));
  };

  endRow(): void {
    if (this.#columnsOfRow.size > 0) this.#erroryCount += 1;
    if (this.#rowCount >= rowsMin && this.#erroryCount > this.#rowCount * failedShareMax) {
      throw this.#failure();
    }
  }

  /** Reports for each column how many rows were not listed. */
  reportRest(): void {
    for (const [toProperty, count] of this.#countByColumn) {
      if (count <= keptMax) continue;
      this.#issues.add({
        columnName: toProperty,
        issueType: "INVALID_DATA",
        severity: "warning",
        message: `The expressions of ${quoteName(toProperty)} fail on ${count - keptMax} more rows.`,
        step: 5,
      });
    }
  }

  #failure(): LoadFailedError {
    const [toProperty = ""] = [...this.#countByColumn].sort(([, one], [, other]) => other - one)[0] ?? [];
    const issue = errorInColumn({
      step: 5,
      columnName: toProperty,
      issueType: "INVALID_DATA",
      message: `Expressions fail on ${this.#erroryCount} of the first ${this.#rowCount} rows, most often for ${quoteName(toProperty)}.`,
      suggestion: "Make the expressions handle these cells, for example with ?. and ??.",
    });
    return new LoadFailedError([issue]);
  }
}

function issueOfRow(
  rowNumber: number,
  { toProperty, place, source }: ExpressionPlace,
  error: EvaluationError,
): LoadIssue {
  return {
    rowNumber,
    columnName: toProperty,
    issueType: "INVALID_DATA",
    severity: "warning",
    message: `${place} fails on this row: ${error.message}`,
    data: shorten(source),
    step: 5,
  };
}

const baseMs = 30_000;
const perRowMs = 0.05;

/**
 * The time budget of a load's expressions, 30 s plus 50 µs for every row so far: each evaluation is bounded, but a
 * million of the slowest would take a day. The clock is read around step 5 only, about 70 ns each time.
 */
export class ExpressionBudget {
  readonly #clock: () => number;
  #rowCount = 0;
  #spentMs = 0;
  #lastMs = 0;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  beginRow(): void {
    this.#rowCount += 1;
    this.#lastMs = this.#clock();
  }

  /** Call it after each column: a row may have a thousand slow ones. */
  charge(toProperty: string): void {
    const nowMs = this.#clock();
    this.#spentMs += nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    if (this.#spentMs > baseMs + perRowMs * this.#rowCount) {
      throw this.#failure(toProperty);
    }
  }

  #failure(toProperty: string): LoadFailedError {
    const seconds = Math.round(this.#spentMs / 1000);
    const issue = errorInColumn({
      step: 5,
      columnName: toProperty,
      message: `The expressions of conditionalColumns took ${seconds} s for ${this.#rowCount} rows, which exceeds the limit of a load.`,
      suggestion: "Simplify the expressions, or apply them to shorter text.",
    });
    return new LoadFailedError([issue]);
  }
}
