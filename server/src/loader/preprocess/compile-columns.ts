import type { JsonValue } from "../../platform/json-value.ts";
import type { IssueSink, LoadIssue } from "../load-issue.ts";
import type { ColumnDefinition } from "./column-definition.ts";
import { quoteName, warnOfColumn } from "./column-issue.ts";
import type { ColumnTable } from "./column-table.ts";
import { type ComputeValue, compileColumn, type OnError } from "./compile-column.ts";
import type { ExpressionBudget } from "./expression-budget.ts";
import { ExpressionCompiler, type ExpressionReading } from "./expression-compiler.ts";
import { NearestColumn } from "./nearest-column.ts";
import { rowNames } from "./row-names.ts";

export interface ConditionalColumns {
  readonly readings: readonly ExpressionReading[];
  /** Compile errors. */
  readonly errors: readonly LoadIssue[];
  /** The names of the columns that are read. */
  readonly reads: ReadonlySet<string>;
  /** The slots that are written. */
  readonly written: ReadonlySet<number>;
  /** Whether a row can make it fail: literals and copies never do. */
  readonly canFail: boolean;
  /** Undefined if there is nothing to do. */
  readonly apply: ((values: JsonValue[], onError: OnError) => void) | undefined;
}

interface ColumnsOptions {
  readonly definitions: readonly ColumnDefinition[];
  /** The columns that step 3 has removed. */
  readonly removed: ReadonlySet<string>;
  readonly isStrict: boolean;
  readonly issues: IssueSink;
  readonly now: number;
  readonly budget: ExpressionBudget;
}

/** Step 5: conditionalColumns in order, each with its slot in the table from then on. */
export function compileColumns(table: ColumnTable, options: ColumnsOptions): ConditionalColumns {
  const { definitions, issues } = options;
  const nearest = new NearestColumn([...table.readableNames, ...definitions.map(({ toProperty }) => toProperty)]);
  const compiler = new ExpressionCompiler({ ...options, whyUnknown: (name) => whyUnknown(name, options) });
  const context = { compiler, names: rowNames(table, nearest) };
  const columns: WrittenColumn[] = [];
  for (const [index, definition] of definitions.entries()) {
    warnOfMisuse(definition, index, issues);
    const readingCount = compiler.readings.length;
    const compute = compileColumn(definition, index, context);
    const { toProperty } = definition;
    const slot = table.slotOf(toProperty) ?? table.add(toProperty);
    const isEvaluated = compiler.readings.slice(readingCount).some(({ reading }) => reading !== "literal");
    if (compute !== undefined) columns.push({ toProperty, slot, compute, isEvaluated });
  }
  const { readings, errors, reads } = compiler;
  const written = new Set(columns.map(({ slot }) => slot));
  const canFail = columns.some(({ isEvaluated }) => isEvaluated);
  const apply = canFail ? applyWithin(options.budget, columns) : applyFreely(columns);
  return { readings, errors, reads, written, canFail, apply };
}

interface WrittenColumn {
  readonly toProperty: string;
  readonly slot: number;
  readonly compute: ComputeValue;
  /** Whether it counts against the time budget. */
  readonly isEvaluated: boolean;
}

function applyFreely(columns: readonly WrittenColumn[]): ConditionalColumns["apply"] {
  if (columns.length === 0) return undefined;
  return (values, onError) => {
    for (const { slot, compute } of columns) {
      values[slot] = compute(values, values[slot], onError);
    }
  };
}

function applyWithin(budget: ExpressionBudget, columns: readonly WrittenColumn[]): ConditionalColumns["apply"] {
  return (values, onError) => {
    budget.beginRow();
    for (const { toProperty, slot, compute, isEvaluated } of columns) {
      values[slot] = compute(values, values[slot], onError);
      if (isEvaluated) budget.charge(toProperty);
    }
  };
}

function whyUnknown(name: string, { removed, definitions }: ColumnsOptions): string | undefined {
  if (removed.has(name)) {
    return `The column ${quoteName(name)} is removed by propertiesToRemove before conditionalColumns`;
  }
  return definitions.some(({ toProperty }) => toProperty === name)
    ? `The column ${quoteName(name)} is added by this or a later entry of conditionalColumns`
    : undefined;
}

function warnOfMisuse(definition: ColumnDefinition, index: number, issues: IssueSink): void {
  const { toProperty, fromProperty, conditions, default: fallback } = definition;
  const place = `conditionalColumns[${index}]`;
  if (fromProperty !== undefined && conditions !== undefined) {
    warnOfColumn(issues, {
      step: 5,
      columnName: toProperty,
      message: `${place}.fromProperty is ignored because there are conditions.`,
      suggestion: "To copy a column if no condition matches, set default to its name in braces.",
    });
  }
  if (fromProperty === undefined && fallback === undefined && (conditions ?? []).length === 0) {
    warnOfColumn(issues, {
      step: 5,
      columnName: toProperty,
      message: `${place} has no fromProperty, conditions or default, so it has no effect.`,
    });
  }
}
