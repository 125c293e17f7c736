import { LoadFailure } from "../load-issue.ts";
import { errorInColumn } from "./column-issue.ts";

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

  #failure(toProperty: string): LoadFailure {
    const seconds = Math.round(this.#spentMs / 1000);
    const issue = errorInColumn({
      step: 5,
      columnName: toProperty,
      message: `The expressions of conditionalColumns took ${seconds} s for ${this.#rowCount} rows, which exceeds the limit of a load.`,
      suggestion: "Simplify the expressions, or apply them to shorter text.",
    });
    return new LoadFailure([issue]);
  }
}
