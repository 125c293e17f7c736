import { closestName } from "../../closest-name.ts";

const lengthMax = 60;
const candidatesMax = 1000;
const answersMax = 20;

/** Finds the closest of many names; gives up early, so that a hostile header cannot make it slow. */
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
