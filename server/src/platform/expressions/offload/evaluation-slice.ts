import type { JsonValue } from "../../json-value.ts";
import { EvaluationError, ExpressionError } from "../expression-error.ts";
import type { FuelMeter } from "../fuel.ts";
import type { ExpressionText, PortableExpression } from "./portable-expression.ts";

export interface EvaluationRequest {
  readonly expression: PortableExpression;
  readonly document: JsonValue;
  /** Evaluations that share a limit, such as those for one event. */
  readonly group: number;
}

type Evaluated = { readonly value: JsonValue } | { readonly error: string };

/**
 * The result of an evaluation: a value, why these values yield none, or why it was skipped because others of its
 * transaction have used the fuel. The texts are for the author of the expression.
 */
export type EvaluationOutcome = Evaluated | { readonly refusal: string };

export type MeteredOutcome = Evaluated & { readonly fuelUsed: number };

/** Several evaluations for the thread. Texts and documents are referenced by index: many share them. */
export interface EvaluationSlice {
  readonly texts: readonly ExpressionText[];
  readonly documents: readonly string[];
  readonly evaluations: readonly { readonly text: number; readonly document: number }[];
}

/** Throws FuelShareError if the share is less than the whole and does not suffice. */
export function evaluateMetered(expression: PortableExpression, document: JsonValue, share: number): MeteredOutcome {
  const meter: FuelMeter = { share, used: 0 };
  try {
    return { value: expression.evaluate(document, meter), fuelUsed: meter.used };
  } catch (error) {
    if (error instanceof EvaluationError || error instanceof ExpressionError) {
      return { error: error.message, fuelUsed: meter.used };
    }
    throw error;
  }
}

// Documents are serialized by the thread that serves requests, which takes about a millisecond for this many.
const charactersMax = 262_144;
const evaluationsMax = 1_000;

/** The first requests, as many as are sent to the thread at once: at least one. */
export function sliceOf(requests: readonly EvaluationRequest[]): EvaluationSlice {
  const texts = new Numbered<EvaluationRequest["expression"]>();
  const documents = new Numbered<unknown>();
  const jsons: string[] = [];
  const evaluations: { text: number; document: number }[] = [];
  let characters = 0;
  for (const { expression, document } of requests.slice(0, evaluationsMax)) {
    if (characters > charactersMax) {
      break;
    }
    const number = documents.numberOf(document);
    if (number === jsons.length) {
      const json = JSON.stringify(document) ?? "null";
      jsons.push(json);
      characters += json.length;
    }
    evaluations.push({ text: texts.numberOf(expression), document: number });
  }
  return { texts: texts.all.map(({ text }) => text), documents: jsons, evaluations };
}

/** Assigns each thing a number, reused for repeated ones. */
class Numbered<Thing> {
  readonly #numbers = new Map<Thing, number>();

  get all(): readonly Thing[] {
    return [...this.#numbers.keys()];
  }

  numberOf(thing: Thing): number {
    const number = this.#numbers.get(thing) ?? this.#numbers.size;
    this.#numbers.set(thing, number);
    return number;
  }
}
