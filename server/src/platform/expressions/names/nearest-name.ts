import { closestName } from "../../closest-name.ts";

const LENGTH_MAX = 60;
const CANDIDATES_MAX = 1000;
const ANSWERS_MAX = 20;

/** Looks for the nearest of many names; a hostile header must not make that slow, so it gives up early. */
export class NearestName {
  readonly #names: readonly string[];
  readonly #answers = new Map<string, string | undefined>();

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  find(name: string): string | undefined {
    if (!this.#answers.has(name) && this.#answers.size < ANSWERS_MAX && name.length <= LENGTH_MAX) {
      this.#answers.set(name, closestName(name, this.#candidates()));
    }
    return this.#answers.get(name);
  }

  #candidates(): readonly string[] {
    return this.#names.filter((candidate) => candidate.length <= LENGTH_MAX).slice(0, CANDIDATES_MAX);
  }
}
