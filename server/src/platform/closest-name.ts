/** The known name that the given one most likely means, or none if nothing is close. */
export function closestName(name: string, known: Iterable<string>): string | undefined {
  const farthest = Math.max(1, Math.floor(name.length / 3));
  let closest: string | undefined;
  let least = farthest + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least) {
      [closest, least] = [candidate, distance];
    }
  }
  return closest;
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next[j] = Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

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
