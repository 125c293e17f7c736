import { type CompiledExpression, compileExpression } from "../../platform/expressions/compiling/compile-expression.ts";
import { type CompiledValue, compileValue } from "../../platform/expressions/compiling/compile-value.ts";
import { ExpressionError, type ExpressionWarning } from "../../platform/expressions/expression-error.ts";
import type { NameResolver } from "../../platform/expressions/names/name-resolver.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { IssueSink, LoadIssue } from "../load-issue.ts";
import { didYouMean, errorInColumn, quoteName, warnOfColumn } from "./column-issue.ts";
import type { ExpressionPlace } from "./row-errors.ts";

const step = 5;

export type RowNames = NameResolver<readonly JsonValue[]>;

/** How a part of the configuration is parsed, for a review before loading. */
export interface ExpressionReading {
  readonly toProperty: string;
  /** A path: conditionalColumns[0].conditions[1].value. */
  readonly place: string;
  readonly source: JsonValue;
  readonly reading: "literal" | "template" | "expression";
}

interface CompilerOptions {
  readonly issues: IssueSink;
  readonly now: number;
  readonly isStrict: boolean;
  /** Why a column cannot be read here although the configuration or the file has it. */
  whyUnknown(name: string): string | undefined;
}

interface UnknownColumn {
  readonly name: string;
  readonly closest: string | undefined;
  /** The effect on the rows. */
  readonly effect: string;
}

/** Compiles the texts of a configuration, and collects all errors instead of stopping at the first. */
export class ExpressionCompiler {
  readonly readings: ExpressionReading[] = [];
  readonly errors: LoadIssue[] = [];
  readonly reads = new Set<string>();
  readonly #options: CompilerOptions;

  constructor(options: CompilerOptions) {
    this.#options = options;
  }

  compileConditional(at: ExpressionPlace, names: RowNames): CompiledExpression<readonly JsonValue[]> | undefined {
    return this.#attempt(at, () => {
      const compiled = compileExpression(at.source, names, { now: this.#now });
      this.#note(at, { source: at.source, reading: "expression", ...compiled });
      return compiled;
    });
  }

  compileValue(
    at: ExpressionPlace,
    value: JsonValue,
    names: RowNames,
  ): CompiledValue<readonly JsonValue[]> | undefined {
    return this.#attempt(at, () => {
      const compiled = compileValue(value, names, { now: this.#now });
      this.#note(at, { source: value, ...compiled });
      return compiled;
    });
  }

  /** Reports a column that is named but does not exist. */
  remarkUnknown(at: ExpressionPlace, { name, closest, effect }: UnknownColumn): void {
    const { issues, isStrict, whyUnknown } = this.#options;
    const reason = whyUnknown(name) ?? `There is no column ${quoteName(name)}`;
    const suggestion = didYouMean(closest === name ? undefined : closest);
    if (isStrict) {
      this.errors.push(
        errorInColumn({ step, columnName: at.toProperty, message: `${at.place}: ${reason}.`, suggestion }),
      );
    } else {
      warnOfColumn(issues, { step, columnName: name, message: `${reason}; ${effect}.`, suggestion });
    }
  }

  readonly #now = () => this.#options.now;

  #attempt<Compiled>(at: ExpressionPlace, compile: () => Compiled): Compiled | undefined {
    try {
      return compile();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const message = `${at.place}: ${error.reason} (at character ${error.offset + 1}).`;
      this.errors.push(errorInColumn({ step, columnName: at.toProperty, message, data: at.source }));
      return undefined;
    }
  }

  #note(
    at: ExpressionPlace,
    compiled: Pick<ExpressionReading, "source" | "reading"> & {
      readonly reads: readonly string[];
      readonly warnings: readonly ExpressionWarning[];
    },
  ): void {
    const { source, reading, reads, warnings } = compiled;
    this.readings.push({ toProperty: at.toProperty, place: at.place, source, reading });
    for (const name of reads) this.reads.add(name);
    for (const warning of warnings) this.#remark(at, warning);
  }

  #remark(at: ExpressionPlace, { kind, name = "", closest, message, offset }: ExpressionWarning): void {
    if (kind === "unknown-name") {
      this.remarkUnknown(at, { name, closest, effect: "it is read as empty" });
    } else {
      warnOfColumn(this.#options.issues, {
        step,
        columnName: at.toProperty,
        message: `${at.place}: ${message} (at character ${offset + 1}).`,
        data: at.source,
      });
    }
  }
}
