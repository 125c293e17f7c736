import type { JsonValue } from "../../json-value.ts";
import { ExpressionError, type ExpressionWarning } from "../expression-error.ts";
import { sourceLengthMax } from "../expression-limits.ts";
import type { FuelMeter } from "../fuel.ts";
import type { NameResolver } from "../names/name-resolver.ts";
import { ExpressionParser } from "../parsing/expression-parser.ts";
import type { ParsedExpression } from "../parsing/parsed-expression.ts";
import { resultOf } from "../result.ts";
import { SourceCompilation } from "./source-compilation.ts";

export interface CompileOptions {
  /** The result of Date.now() and new Date(). Default: the system clock. A load freezes it at its start. */
  readonly now?: () => number;
}

export interface CompiledExpression<Values> {
  /** Throws an EvaluationError if it fails for these values. An expression that is only a name returns its value. */
  evaluate(values: Values, meter?: FuelMeter): JsonValue;
  /** Whether the result is truthy, by JavaScript's rules: "0" and "false" are. */
  matches(values: Values, meter?: FuelMeter): boolean;
  /** The known names it reads. */
  readonly reads: readonly string[];
  readonly warnings: readonly ExpressionWarning[];
}

/** Compiles a tenant's JavaScript expression; throws an ExpressionError for syntax that is not allowed. */
export function compileExpression<Values>(
  source: string,
  names: NameResolver<Values>,
  options: CompileOptions = {},
): CompiledExpression<Values> {
  return compileParsedExpression(source, parseExpression(source, names, 0), names, options);
}

/** Parses the text from the offset as one expression. */
export function parseExpression<Values>(source: string, names: NameResolver<Values>, offset: number): ParsedExpression {
  if (source.length > sourceLengthMax) {
    throw new ExpressionError(`The expression is longer than ${sourceLengthMax} characters; shorten it`, 0);
  }
  return new ExpressionParser(source, names).parseToEnd(offset);
}

export function compileParsedExpression<Values>(
  source: string,
  parsed: ParsedExpression,
  names: NameResolver<Values>,
  options: CompileOptions,
): CompiledExpression<Values> {
  const compilation = new SourceCompilation(source, names, options.now ?? Date.now);
  const run = compilation.compileParsed(parsed);
  const onlyName = parsed.placeholders.get(parsed.root);
  const rawReader = onlyName?.isKnown ? compilation.rawReader(onlyName.name) : undefined;
  const { reads, warnings } = compilation;
  if (rawReader !== undefined) {
    return {
      evaluate: (values) => rawReader(values),
      matches: (values) => Boolean(rawReader(values)),
      reads,
      warnings,
    };
  }
  return {
    evaluate: (values, meter) =>
      compilation.evaluate(values, meter, (evaluation) => resultOf(run(evaluation), evaluation)),
    matches: (values, meter) => Boolean(compilation.evaluate(values, meter, run)),
    reads,
    warnings,
  };
}
