import type { EvaluationRequest, EvaluationSlice } from "./evaluation-slice.ts";

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
