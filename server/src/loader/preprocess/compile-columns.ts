import type { LoadConfiguration } from "@weft/contract";
import type { CompiledExpression } from "../../platform/expressions/compiling/compile-expression.ts";
import type { CompiledValue } from "../../platform/expressions/compiling/compile-value.ts";
import { EvaluationError } from "../../platform/expressions/expression-error.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { IssueSink, LoadIssue } from "../load-issue.ts";
import { NearestColumn, quoteName, warnOfColumn } from "./column-issue.ts";
import { type ColumnTable, rowNames } from "./column-table.ts";
import { ExpressionCompiler, type ExpressionReading, type RowNames } from "./expression-compiler.ts";
import type { ExpressionBudget, ExpressionPlace } from "./row-errors.ts";

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

type OnError = (place: ExpressionPlace, error: EvaluationError) => void;

/** Returns the column's value on a row; the current value if nothing applies. */
type ComputeValue = (values: readonly JsonValue[], current: JsonValue, onError: OnError) => JsonValue;

interface ColumnContext {
  readonly compiler: ExpressionCompiler;
  /** The columns that the definition can read: those before it. */
  readonly names: RowNames;
}

/** Compiles one entry of conditionalColumns; undefined if it has no effect or is invalid. */
function compileColumn(definition: ColumnDefinition, index: number, context: ColumnContext): ComputeValue | undefined {
  const at = (place: string, source: JsonValue): ExpressionPlace => ({
    toProperty: definition.toProperty,
    place: `conditionalColumns[${index}].${place}`,
    source: typeof source === "string" ? source : JSON.stringify(source ?? null),
  });
  const conditions = conditionsOf(definition, at, context);
  // Compiled even if a copy precedes it: its errors should not depend on whether a file has the column.
  const fallback =
    definition.default === undefined
      ? undefined
      : valueAt(at("default", definition.default), definition.default, context);
  if (conditions.length > 0) return firstMatch(conditions, fallback);
  return copyOf(definition, at, context) ?? fallback;
}

type PlaceIn = (place: string, source: JsonValue) => ExpressionPlace;

/** fromProperty is ignored if there are conditions. If the file lacks its column, the default applies. */
function copyOf(definition: ColumnDefinition, at: PlaceIn, context: ColumnContext): ComputeValue | undefined {
  const { fromProperty, conditions } = definition;
  if (fromProperty === undefined || conditions !== undefined) return undefined;
  const read = context.names.reader(fromProperty);
  if (read !== undefined) {
    context.compiler.reads.add(fromProperty);
    return read;
  }
  context.compiler.remarkUnknown(at("fromProperty", fromProperty), {
    name: fromProperty,
    closest: context.names.closest(fromProperty),
    effect: "it is not copied",
  });
  return undefined;
}

interface Condition {
  readonly place: ExpressionPlace;
  readonly test: CompiledExpression<readonly JsonValue[]>;
  readonly compute: ComputeValue;
}

function conditionsOf({ conditions = [] }: ColumnDefinition, at: PlaceIn, context: ColumnContext): Condition[] {
  return conditions.flatMap(({ conditional, value }, index) => {
    const place = at(`conditions[${index}].conditional`, conditional);
    const test = context.compiler.compileConditional(place, context.names);
    const compute = valueAt(at(`conditions[${index}].value`, value), value, context);
    return test === undefined || compute === undefined ? [] : [{ place, test, compute }];
  });
}

function valueAt(place: ExpressionPlace, value: JsonValue, context: ColumnContext): ComputeValue | undefined {
  const compiled = context.compiler.compileValue(place, value, context.names);
  if (compiled === undefined) return undefined;
  return compiled.reading === "literal" ? () => value : evaluateOrNothing(place, compiled);
}

/** A row that fails has no value: not even an empty one, which would clear the stored value. */
function evaluateOrNothing(place: ExpressionPlace, compiled: CompiledValue<readonly JsonValue[]>): ComputeValue {
  return (values, _current, onError) => {
    try {
      return storableResult(compiled.evaluate(values));
    } catch (error) {
      reportError(place, error, onError);
      return undefined;
    }
  };
}

function firstMatch(conditions: readonly Condition[], fallback: ComputeValue | undefined): ComputeValue {
  return (values, current, onError) => {
    const matching = conditions.find((condition) => isMatch(condition, values, onError));
    if (matching !== undefined) return matching.compute(values, current, onError);
    return fallback === undefined ? current : fallback(values, current, onError);
  };
}

function isMatch({ place, test }: Condition, values: readonly JsonValue[], onError: OnError): boolean {
  try {
    return test.matches(values);
  } catch (error) {
    reportError(place, error, onError);
    return false;
  }
}

function reportError(place: ExpressionPlace, error: unknown, onError: OnError): void {
  if (!(error instanceof EvaluationError)) throw error;
  onError(place, error);
}

/** JSON has no NaN: it would be stored as null, and so clear the property. */
function storableResult(result: JsonValue): JsonValue {
  checkNumbers(result);
  return result;
}

function checkNumbers(value: JsonValue): void {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) {
      throw new EvaluationError(`The result is ${value}, which cannot be stored as a number.`);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) checkNumbers(inner);
  }
}

/** An entry of conditionalColumns. */
export type ColumnDefinition = NonNullable<LoadConfiguration["conditionalColumns"]>[number];
