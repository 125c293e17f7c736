import type { CompiledExpression } from "../../platform/expressions/compile-expression.ts";
import type { CompiledValue } from "../../platform/expressions/compile-value.ts";
import { EvaluationError } from "../../platform/expressions/expression-error.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { ColumnDefinition } from "./column-definition.ts";
import type { ExpressionCompiler, RowNames } from "./expression-compiler.ts";
import type { ExpressionPlace } from "./row-errors.ts";
import { storableResult } from "./storable-result.ts";

export type OnError = (place: ExpressionPlace, error: EvaluationError) => void;

/** Returns the column's value on a row; the current value if nothing applies. */
export type ComputeValue = (values: readonly JsonValue[], current: JsonValue, onError: OnError) => JsonValue;

interface ColumnContext {
  readonly compiler: ExpressionCompiler;
  /** The columns that the definition can read: those before it. */
  readonly names: RowNames;
}

/** Compiles one entry of conditionalColumns; undefined if it has no effect or is invalid. */
export function compileColumn(
  definition: ColumnDefinition,
  index: number,
  context: ColumnContext,
): ComputeValue | undefined {
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
