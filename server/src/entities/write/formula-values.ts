import { conflict } from "../../errors.ts";
import { fuelOfFormulas, timeOnThreadMs } from "../../platform/expressions/expression-limits.ts";
import type { EvaluationOutcome, EvaluationRequest } from "../../platform/expressions/offload/evaluation-slice.ts";
import { type ExpressionEvaluator, tryHere } from "../../platform/expressions/offload/expression-evaluator.ts";
import type { PortableExpression } from "../../platform/expressions/offload/portable-expression.ts";
import type { JsonValue } from "../../platform/json-value.ts";

/**
 * The results of the formulas of a write. Fast formulas are computed inline. Slow ones are queued, computed in another
 * thread for all drafts together, and available in the next planning pass.
 */
export class FormulaValues {
  readonly #known = new Map<string, EvaluationOutcome>();
  readonly #wanted = new Map<string, EvaluationRequest>();
  #spentMs = 0;

  /** Called after the thread has yielded to other work. */
  beginSlice(): void {
    this.#spentMs = 0;
  }

  isLacking(): boolean {
    return this.#wanted.size > 0;
  }

  /** Undefined if it must be computed in another thread first. */
  outcomeOf(expression: PortableExpression, document: JsonValue): { readonly value: JsonValue } | undefined {
    const outcome = this.#tryHere(expression, document) ?? this.#findOrWant(expression, document);
    if (outcome !== undefined && "refusal" in outcome) {
      throw conflict(
        "The formulas of this write took too many steps. Simplify them, or write fewer entities at a time.",
      );
    }
    // A formula that fails on these values has no value.
    return outcome !== undefined && "error" in outcome ? { value: undefined } : outcome;
  }

  async load(orgId: string, expressions: ExpressionEvaluator): Promise<void> {
    const wanted = [...this.#wanted];
    const requests = wanted.map(([, request]) => request);
    const outcomes = await expressions.evaluateInThread(orgId, requests, fuelOfFormulas);
    wanted.forEach(([key], index) => {
      const outcome = outcomes[index];
      if (outcome !== undefined) {
        this.#known.set(key, outcome);
      }
    });
    this.#wanted.clear();
  }

  #tryHere(expression: PortableExpression, document: JsonValue): EvaluationOutcome | undefined {
    if (this.#spentMs > timeOnThreadMs) {
      return undefined;
    }
    const begun = performance.now();
    const outcome = tryHere(expression, document);
    this.#spentMs += performance.now() - begun;
    return outcome;
  }

  #findOrWant(expression: PortableExpression, document: JsonValue): EvaluationOutcome | undefined {
    const key = `${expression.text.source}\n${JSON.stringify(document)}`;
    const known = this.#known.get(key);
    if (known === undefined) {
      this.#wanted.set(key, { expression, document, group: this.#wanted.size });
    }
    return known;
  }
}
