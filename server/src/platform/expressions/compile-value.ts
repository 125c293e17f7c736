import type { JsonValue } from "../json-value.ts";
import {
  type CompiledExpression,
  type CompileOptions,
  compileParsedExpression,
  parseExpression,
} from "./compile-expression.ts";
import { compileTemplate } from "./compile-template.ts";
import { ExpressionError } from "./expression-error.ts";
import { sourceLengthMax } from "./expression-limits.ts";
import type { ExpressionWarning } from "./expression-warning.ts";
import type { FuelMeter } from "./fuel.ts";
import type { NameResolver } from "./names/name-resolver.ts";
import { holdsCalculation, holdsExpressionSyntax } from "./reading-of-value.ts";

type Reading = "literal" | "template" | "expression";

export interface CompiledValue<Values> {
  /** Decided once, from the text alone; a validator shows it. */
  readonly reading: Reading;
  /** Throws an EvaluationError if it fails for these values. */
  evaluate(values: Values, meter?: FuelMeter): JsonValue;
  readonly reads: readonly string[];
  readonly warnings: readonly ExpressionWarning[];
}

/** Compiles a value of a configuration: a constant, text with names in it, or an expression. */
export function compileValue<Values>(
  value: JsonValue,
  names: NameResolver<Values>,
  options: CompileOptions = {},
): CompiledValue<Values> {
  if (typeof value !== "string" || !value.includes("{")) {
    return { reading: "literal", evaluate: () => value, reads: [], warnings: [] };
  }
  if (value.startsWith("=")) {
    const parsed = parseExpression(value, names, 1);
    return { reading: "expression", ...compileParsedExpression(value, parsed, names, options) };
  }
  const attempt = tryExpression(value, names, options);
  if (attempt?.isExpression) return { reading: "expression", ...attempt.compiled };
  const template = compileTemplate(value, names, options);
  const warnings = attempt?.isCalculation ? [...template.warnings, readAsText] : template.warnings;
  return { reading: "template", ...template, warnings };
}

const readAsText: ExpressionWarning = {
  kind: "read-as-text",
  offset: 0,
  message: "Read as text; add = in front for a calculation",
};

interface Attempt<Values> {
  readonly compiled: CompiledExpression<Values>;
  readonly isExpression: boolean;
  readonly isCalculation: boolean;
}

/** Only = makes a mistake in an expression an error: without it, text that cannot be compiled stays text. */
function tryExpression<Values>(
  source: string,
  names: NameResolver<Values>,
  options: CompileOptions,
): Attempt<Values> | undefined {
  if (source.length > sourceLengthMax) return undefined;
  try {
    const parsed = parseExpression(source, names, 0);
    const compiled = compileParsedExpression(source, parsed, names, options);
    const isExpression = holdsExpressionSyntax(parsed);
    return { compiled, isExpression, isCalculation: holdsCalculation(parsed.root, source) };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return undefined;
  }
}
