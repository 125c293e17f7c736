import type { Evaluation } from "../evaluation.ts";
import { expandReplacement } from "../patterns/expand-replacement.ts";
import type { Match } from "../patterns/pattern.ts";
import { toText } from "../values/convert.ts";
import type { Value } from "../values/value.ts";
import { valueAt } from "./arguments.ts";
import type { Argument } from "./method.ts";
import { chargeSearch } from "./plain-search.ts";

type Replacement = (match: Match) => string;

export function replaceMatches(
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
export function* placesOf(searched: string, text: string, evaluation: Evaluation): Generator<Match> {
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
export function replacementOf(
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
