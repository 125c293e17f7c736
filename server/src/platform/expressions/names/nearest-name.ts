import { closestName } from "../../closest-name.ts";

const lengthMax = 60;
const candidatesMax = 1000;
const answersMax = 20;

/** Looks for the nearest of many names; a hostile header must not make that slow, so it gives up early. */
export class NearestName {
  readonly #names: readonly string[];
  readonly #answers = new Map<string, string | undefined>();

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  find(name: string): string | undefined {
    if (!this.#answers.has(name) && this.#answers.size < answersMax && name.length <= lengthMax) {
      this.#answers.set(name, closestName(name, this.#candidates()));
    }
    return this.#answers.get(name);
  }

  #candidates(): readonly string[] {
    return this.#names.filter((candidate) => candidate.length <= lengthMax).slice(0, candidatesMax);
  }
}
