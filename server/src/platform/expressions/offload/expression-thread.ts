import { handleWork } from "../../threads/handle-work.ts";
import { yieldPriority } from "../../threads/yield-priority.ts";
import { type EvaluationSlice, evaluateMetered, type MeteredOutcome } from "./evaluation-slice.ts";
import { type ExpressionText, PortableExpression } from "./portable-expression.ts";

/** The thread for expressions that take too long for the thread that serves requests. */
const sliceMs = 50;
const expressionsMax = 500;
const expressions = new Map<string, PortableExpression>();

yieldPriority();
handleWork(async (slice: EvaluationSlice) => evaluateSlice(slice));

/** As many as fit into the time of a slice, at least one: the other orgs get their turn before the rest. */
function evaluateSlice({ texts, documents, evaluations }: EvaluationSlice): readonly MeteredOutcome[] {
  const end = performance.now() + sliceMs;
  const compiled = texts.map(expressionOf);
  const parsed = documents.map((json) => JSON.parse(json));
  const outcomes: MeteredOutcome[] = [];
  for (const { text, document } of evaluations) {
    const expression = compiled[text];
    if (expression !== undefined) {
      outcomes.push(evaluateMetered(expression, parsed[document], 1));
    }
    if (performance.now() > end) {
      break;
    }
  }
  return outcomes;
}

/** Caches the most recently used compiled expressions. */
function expressionOf(text: ExpressionText): PortableExpression {
  const key = JSON.stringify(text);
  const expression = expressions.get(key) ?? new PortableExpression(text);
  expressions.delete(key);
  expressions.set(key, expression);
  const [oldest] = expressions.keys();
  if (expressions.size > expressionsMax && oldest !== undefined) {
    expressions.delete(oldest);
  }
  return expression;
}
