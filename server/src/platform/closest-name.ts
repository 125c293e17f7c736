import { startOfText } from "./storable-text.ts";

/**
 * The known name that the given one most likely means, or none if nothing is close: the one with the fewest differing
 * letters, or else one that contains it, as eventWorkflowId contains workflowId.
 */
export function closestName(name: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  return nearestSpelling(name, names) ?? shortestContaining(name, names);
}

const containedMin = 4;

function shortestContaining(name: string, known: readonly string[]): string | undefined {
  const part = name.toLowerCase();
  const containing = known.filter((candidate) => candidate.toLowerCase().includes(part));
  return name.length < containedMin ? undefined : containing.sort((a, b) => a.length - b.length)[0];
}

function nearestSpelling(name: string, known: readonly string[]): string | undefined {
  const farthest = Math.max(1, Math.floor(name.length / 3));
  let closest: string | undefined;
  let least = farthest + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least) {
      [closest, least] = [candidate, distance];
    }
  }
  return closest;
}

const namedMax = 20;
const comparedMax = 128;

/** The known name that differs from this one by a single letter, or by two neighbors that are swapped. */
export function misspelledName(name: string, known: readonly string[]): string | undefined {
  const lettersOf = (text: string) => [...text].sort().join("");
  return known.find((candidate) => {
    const distance = Math.abs(name.length - candidate.length) > 1 ? 2 : editDistance(name, candidate);
    return distance === 1 || (distance === 2 && lettersOf(name) === lettersOf(candidate));
  });
}

const shownMax = 60;

/** A caller's name for a message: short and printable. */
export function shownName(name: string): string {
  const shown = name.length > shownMax ? `${startOfText(name, shownMax)}…` : name;
  return shown.replace(/[\p{Cc}\p{Cs}]/gu, "\ufffd");
}

/** What to write instead of an unknown name: the nearest of the known ones, and all of them if they are few. */
export function adviceOnName(name: string, known: readonly string[]): string {
  // A longer name is none of these, and its edit distance to each would take too long.
  const closest = closestName(name.slice(0, comparedMax), known);
  const meant = closest === undefined ? [] : [`Did you mean ${closest}?`];
  const listed = `${known.slice(0, namedMax).join(", ")}${known.length > namedMax ? ", …" : ""}`;
  const all = known.length === 1 ? [] : [`Use one of ${listed}.`];
  return known.length === 0 ? "Remove it." : [...meant, ...all].join(" ") || `Use ${listed}.`;
}

/** Two neighboring characters in the wrong order count as one mistake, as any other typo does. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : substituted;
      next[j] = Math.min(substituted, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    [before, row] = [row, next];
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
