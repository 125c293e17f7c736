import { EvaluationError } from "../../platform/expressions/expression-error.ts";
import type { EvaluationOutcome } from "../../platform/expressions/offload/evaluation-slice.ts";
import type { ExpressionEvaluator } from "../../platform/expressions/offload/expression-evaluator.ts";
import { PortableExpression } from "../../platform/expressions/offload/portable-expression.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json-value.ts";

/** A value whose strings may contain placeholders. */
interface Template {
  readonly config: JsonObject;
  /** Not resolved. Named by path, such as code or config/conditionalColumns. */
  readonly plainMembers?: readonly string[] | undefined;
}

type Fill = (text: string) => JsonValue;

/** Throws an ExpressionError if the text cannot be parsed. */
export function requireReadable(text: string): void {
  expressionOf(text).requireValid();
}

/** Throws an EvaluationError if a text cannot be resolved. */
export async function fillPlaceholders(
  { expressions, orgId }: { readonly expressions: ExpressionEvaluator; readonly orgId: string },
  { config, plainMembers = [] }: Template,
  document: JsonObject,
): Promise<JsonObject> {
  const texts = [...textsOf(config, "", plainMembers)];
  const requests = texts.map((text, group) => ({ expression: expressionOf(text), document, group }));
  const outcomes = await expressions.evaluate(orgId, requests);
  const filled = new Map(texts.map((text, index) => [text, outcomes[index]]));
  return fillMembers(config, "", plainMembers, (text) => filledValueOf(filled.get(text) ?? { value: text }));
}

function expressionOf(text: string): PortableExpression {
  return new PortableExpression({ source: text, reading: "text" });
}

/** Each text once. */
function textsOf(value: JsonValue, path: string, plain: readonly string[]): Set<string> {
  if (plain.includes(path)) {
    return new Set();
  }
  if (typeof value === "string") {
    return new Set(value.includes("{") ? [value] : []);
  }
  const prefix = path === "" ? "" : `${path}/`;
  const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return new Set(members.flatMap(([key, member]) => [...textsOf(member, prefix + key, plain)]));
}

function filledValueOf(outcome: EvaluationOutcome): JsonValue {
  if ("value" in outcome) {
    return outcome.value;
  }
  throw new EvaluationError("error" in outcome ? outcome.error : outcome.refusal);
}

function fillValue(value: JsonValue, path: string, plain: readonly string[], fill: Fill): JsonValue {
  if (plain.includes(path)) {
    return value;
  }
  if (typeof value === "string") {
    return fill(value);
  }
  if (Array.isArray(value)) {
    // A missing item becomes null, so that the others keep their positions.
    return value.map((item, index) => fillValue(item, `${path}/${index}`, plain, fill) ?? null);
  }
  return value !== undefined && isJsonObject(value) ? fillMembers(value, `${path}/`, plain, fill) : value;
}

/** A member whose placeholder resolves to nothing is omitted. */
function fillMembers(object: JsonObject, path: string, plain: readonly string[], fill: Fill): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, member]) => {
      const value = fillValue(member, path + key, plain, fill);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
