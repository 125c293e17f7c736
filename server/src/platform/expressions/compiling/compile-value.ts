import type { Expression } from "acorn";
import type { JsonValue } from "../../json-value.ts";
import { ExpressionError, type ExpressionWarning } from "../expression-error.ts";
import { sourceLengthMax } from "../expression-limits.ts";
import type { FuelMeter } from "../fuel.ts";
import type { NameResolver } from "../names/name-resolver.ts";
import type { ParsedExpression } from "../parsing/parsed-expression.ts";
import {
  type CompiledExpression,
  type CompileOptions,
  compileParsedExpression,
  parseExpression,
} from "./compile-expression.ts";
import { compileTemplate } from "./compile-template.ts";

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

const operatorsOfExpressions = new Set(["===", "!==", "==", "!=", "<=", ">=", "*", "%", "**", "!", "typeof"]);

/** Whether it contains syntax that plain text with names does not; the content of braces does not count. */
function holdsExpressionSyntax({ root, placeholders }: ParsedExpression): boolean {
  // In a text, an object literal is far more often JSON.
  if (root.type === "ObjectExpression") return false;
  return outerNodes(root).some((node) => {
    switch (node.type) {
      case "CallExpression":
      case "NewExpression":
      case "TemplateLiteral":
      case "ConditionalExpression":
      case "LogicalExpression":
      case "ArrayExpression":
      case "ObjectExpression":
        return true;
      case "UnaryExpression":
      case "BinaryExpression":
        return operatorsOfExpressions.has(node.operator);
      case "Literal":
        return typeof node.value === "string" && !placeholders.has(node);
      default:
        return false;
    }
  });
}

/** Whether it may be meant as a calculation. A hyphen directly between two names more often joins them. */
function holdsCalculation(root: Expression, source: string): boolean {
  return outerNodes(root).some((node) => {
    switch (node.type) {
      case "BinaryExpression":
        return source.slice(node.left.end, node.right.start) !== "-";
      case "UnaryExpression":
        return true;
      case "MemberExpression":
        return node.computed || (node.property.type === "Identifier" && node.property.name === "length");
      default:
        return false;
    }
  });
}

/** The node and its descendants through which plain text could be parsed as an expression. */
function outerNodes(node: Expression): Expression[] {
  switch (node.type) {
    case "BinaryExpression":
      return node.left.type === "PrivateIdentifier"
        ? [node]
        : [node, ...outerNodes(node.left), ...outerNodes(node.right)];
    case "UnaryExpression":
      return [node, ...outerNodes(node.argument)];
    case "MemberExpression":
      return node.object.type === "Super" ? [node] : [node, ...outerNodes(node.object)];
    case "ChainExpression":
      return outerNodes(node.expression);
    default:
      return [node];
  }
}
