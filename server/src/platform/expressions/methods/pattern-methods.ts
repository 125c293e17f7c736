import assert from "node:assert";
import type { Evaluation } from "../evaluation.ts";
import { type Match, Pattern } from "../patterns/pattern.ts";
import type { Value } from "../values/value.ts";
import { optionalNumberAt, textAt, valueAt } from "./arguments.ts";
import type { Argument, Methods } from "./method.ts";
import { placesOf, replaceMatches, replacementOf } from "./replace-text.ts";
import { splitByPattern, splitByText } from "./split-text.ts";

/** The text methods that take a regular expression; most also take a text. */
export const patternMethods: Methods<string> = {
  match: (text, args, evaluation) => {
    const pattern = patternAt(args);
    return pattern.flags.isGlobal ? everyMatch(text, pattern, evaluation) : firstMatch(text, pattern, evaluation);
  },
  search: (text, args, evaluation) => patternAt(args).search(text, evaluation).find(0)?.start ?? -1,
  replace: (text, args, evaluation) => {
    const { matches, replacement } = replacing(text, args, evaluation);
    const pattern = args[0];
    const isGlobal = pattern instanceof Pattern && pattern.flags.isGlobal;
    return replaceMatches(text, isGlobal ? matches : firstOf(matches), replacement, evaluation);
  },
  replaceAll: (text, args, evaluation) => {
    const { matches, replacement } = replacing(text, args, evaluation);
    return replaceMatches(text, matches, replacement, evaluation);
  },
  split: (text, args, evaluation) => {
    const separator = args[0];
    const limit = optionalNumberAt(args, 1, evaluation);
    // JavaScript's ToUint32: -1 means all, as does omitting it.
    const partsMax = limit === undefined ? 2 ** 32 - 1 : limit >>> 0;
    if (separator instanceof Pattern) return splitByPattern(text, separator, partsMax, evaluation);
    return splitByText(text, valueAt(args, 0), partsMax, evaluation);
  },
};

/** The text of the match and of its groups, as returned by exec, and by match without g. */
export function firstMatch(text: string, pattern: Pattern, evaluation: Evaluation): Value {
  const match = pattern.search(text, evaluation).find(0);
  if (match === undefined) return null;
  const found = [text.slice(match.start, match.end), ...match.groups];
  evaluation.list(found.length);
  for (const part of found) evaluation.make(part ?? "");
  return found;
}

function patternAt(args: readonly Argument[]): Pattern {
  const pattern = args[0];
  assert(pattern instanceof Pattern, "a value where a regular expression belongs");
  return pattern;
}

function everyMatch(text: string, pattern: Pattern, evaluation: Evaluation): Value {
  const found: string[] = [];
  for (const { start, end } of matchesIn(text, pattern, evaluation)) {
    found.push(evaluation.make(text.slice(start, end)));
    evaluation.step();
    evaluation.fitList(found.length);
  }
  return found.length === 0 ? null : found;
}

/** As in JavaScript: after an empty match the search continues one character further. */
function* matchesIn(text: string, pattern: Pattern, evaluation: Evaluation): Generator<Match> {
  const search = pattern.search(text, evaluation);
  let from = 0;
  for (let match = search.find(from); match !== undefined; match = search.find(from)) {
    yield match;
    from = match.end > match.start ? match.end : pattern.nextIndex(text, match.end);
  }
}

function replacing(text: string, args: readonly Argument[], evaluation: Evaluation) {
  const searched = args[0];
  if (searched instanceof Pattern) {
    const replacement = replacementOf(text, args, searched.groupNames, evaluation);
    return { matches: matchesIn(text, searched, evaluation), replacement };
  }
  const matches = placesOf(textAt(args, 0, evaluation), text, evaluation);
  return { matches, replacement: replacementOf(text, args, noNames, evaluation) };
}

const noNames: ReadonlyMap<string, number> = new Map();

function* firstOf(matches: Iterable<Match>): Generator<Match> {
  for (const match of matches) {
    yield match;
    return;
  }
}
