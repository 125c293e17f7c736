import assert from "node:assert";
import type { Evaluation } from "../evaluation.ts";
import { listLengthMax } from "../expression-limits.ts";
import { expandReplacement, type Match, Pattern } from "../patterns/pattern.ts";
import { toText, type Value } from "../value.ts";
import { type Argument, chargeSearch, type Methods, optionalNumberAt, textAt, valueAt } from "./method.ts";

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

type Replacement = (match: Match) => string;

function replaceMatches(
  text: string,
  matches: Iterable<Match>,
  replacement: Replacement,
  evaluation: Evaluation,
): string {
  let replaced = "";
  let from = 0;
  for (const match of matches) {
    replaced += text.slice(from, match.start) + replacement(match);
    evaluation.fit(replaced.length);
    from = match.end;
  }
  return evaluation.make(replaced + text.slice(from));
}

/** The occurrences of a plain text, as matches without groups. */
function* placesOf(searched: string, text: string, evaluation: Evaluation): Generator<Match> {
  chargeSearch(text, searched, evaluation);
  const stride = Math.max(1, searched.length);
  for (let start = text.indexOf(searched); start >= 0; start = nextPlace(text, searched, start + stride)) {
    evaluation.scan(1);
    yield { start, end: start + searched.length, groups: [] };
  }
}

/** indexOf of an empty text never advances beyond the end. */
function nextPlace(text: string, searched: string, from: number): number {
  return from > text.length ? -1 : text.indexOf(searched, from);
}

/** The second argument of replace: a text with $1 and the like, or a function. */
function replacementOf(
  text: string,
  args: readonly Argument[],
  groupNames: ReadonlyMap<string, number>,
  evaluation: Evaluation,
): Replacement {
  const callback = args[1];
  if (typeof callback === "function") {
    return (match) => {
      evaluation.step();
      return toText(callback(callbackArguments(text, match, groupNames), evaluation), evaluation);
    };
  }
  const replacement = toText(valueAt(args, 1), evaluation);
  return (match) => expandReplacement(replacement, text, match, { groupNames, fuel: evaluation });
}

function callbackArguments(text: string, match: Match, groupNames: ReadonlyMap<string, number>): Value[] {
  const args: Value[] = [text.slice(match.start, match.end), ...match.groups, match.start, text];
  if (groupNames.size > 0) {
    args.push(new Map([...groupNames].map(([name, group]) => [name, match.groups[group - 1]])));
  }
  return args;
}

/** JavaScript's text.split(separator, partsMax) for a plain text. */
function splitByText(text: string, separator: Value, partsMax: number, evaluation: Evaluation): Value[] {
  if (separator === undefined) return partsMax === 0 ? [] : [text];
  const searched = toText(separator, evaluation);
  chargeSearch(text, searched, evaluation);
  // One more than the limit, so that an excess is detected without creating all parts.
  const parts = text.split(searched, Math.min(partsMax, listLengthMax + 1));
  evaluation.list(parts.length);
  evaluation.spend(text.length);
  return parts;
}

/** ECMAScript's RegExp.prototype[Symbol.split]: an empty match right after a part splits nothing, groups are parts. */
function splitByPattern(text: string, pattern: Pattern, partsMax: number, evaluation: Evaluation): Value[] {
  if (partsMax === 0) return [];
  const search = pattern.search(text, evaluation);
  if (text === "") return search.find(0) === undefined ? [text] : [];
  const parts: Value[] = [];
  let partStart = 0;
  let from = 0;
  while (from < text.length) {
    const match = search.find(from);
    if (match === undefined || match.start >= text.length) break;
    if (match.end === partStart) {
      from = pattern.nextIndex(text, from);
      continue;
    }
    parts.push(text.slice(partStart, match.start), ...match.groups);
    evaluation.list(1 + match.groups.length);
    evaluation.fitList(parts.length);
    if (parts.length >= partsMax) return parts.slice(0, partsMax);
    partStart = match.end;
    from = partStart;
  }
  parts.push(text.slice(partStart));
  evaluation.fitList(parts.length);
  evaluation.spend(text.length);
  return parts;
}
