import type { Entry } from "./entry.ts";

export interface Search {
  /** Those that are called just so. */
  readonly named: readonly Entry[];
  /** Those in which the words stand, the best first; of equals in the order of the entries. */
  readonly near: readonly Entry[];
}

export function searchEntries(entries: readonly Entry[], about: string): Search {
  const wanted = normal(about);
  const named = entries.filter(({ name, aliases }) => [name, ...aliases].some((called) => normal(called) === wanted));
  const words = [...new Set(wordsOf(about))];
  const near = entries
    .filter((entry) => !named.includes(entry))
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
  return { named, near };
}

function normal(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, " ");
}

// Words that stand in every question.
const fillers = new Set([
  "a",
  "an",
  "the",
  "to",
  "of",
  "in",
  "is",
  "do",
  "i",
  "how",
  "what",
  "with",
  "for",
  "and",
  "by",
]);

/** conditionalColumns holds the words conditional and columns; items is found by item. */
function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/s$/, ""))
    .filter((word) => word !== "" && !fillers.has(word));
}

const weights = { name: 3, text: 1 };

function scoreOf({ name, words: others = "", summary, text = summary }: Entry, words: readonly string[]): number {
  const inName = new Set(wordsOf(`${name} ${others}`));
  const inText = new Set(wordsOf(text));
  return words.reduce(
    (sum, word) => sum + (inName.has(word) ? weights.name : 0) + (inText.has(word) ? weights.text : 0),
    0,
  );
}
