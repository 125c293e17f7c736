import { shorten } from "../../entity-types/kinds/shorten.ts";
import type { EvaluationError } from "../../platform/expressions/expression-error.ts";
import { type IssueSink, LoadFailure, type LoadIssue } from "../load-issue.ts";
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

  #failure(): LoadFailure {
    const [toProperty = ""] = [...this.#countByColumn].sort(([, one], [, other]) => other - one)[0] ?? [];
    const issue = errorInColumn({
      step: 5,
      columnName: toProperty,
      issueType: "INVALID_DATA",
      message: `Expressions fail on ${this.#erroryCount} of the first ${this.#rowCount} rows, most often for ${quoteName(toProperty)}.`,
      suggestion: "Make the expressions handle these cells, for example with ?. and ??.",
    });
    return new LoadFailure([issue]);
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
