import type { Entry } from "./entries.ts";

export interface Search {
  /** Exact matches of the name or an alias. */
  readonly named: readonly Entry[];
  /** Entries that contain the words, best match first. Ties keep the order of the entries. */
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

// Words without meaning for a search.
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

/** Splits conditionalColumns into conditional and columns, and lets item find items. */
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
