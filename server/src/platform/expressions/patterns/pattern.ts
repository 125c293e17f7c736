import { type Matcher, MatcherInput, RE2JS, RE2JSException } from "re2js";
import { patternMemoryMax } from "../expression-limits.ts";
import type { Fuel } from "../fuel.ts";
import { PatternError, type PatternFlags, readFlags } from "./pattern-reader.ts";
import { translatePattern } from "./translate-pattern.ts";

export interface Match {
  readonly start: number;
  readonly end: number;
  /** The text of each group, starting with group 1; undefined for a group that did not participate. */
  readonly groups: readonly (string | undefined)[];
}

/** Measured: the cost per character grows with the program. A test may build an automaton. */
const instructionsPerTestPrice = 4;
const instructionsPerFindPrice = 32;
const findPrice = 8;

/** A regular expression that takes time linear in the text, for any pattern. */
export class Pattern {
  readonly flags: PatternFlags;
  readonly groupNames: ReadonlyMap<string, number>;
  readonly #engine: RE2JS;
  readonly #testPrice: number;
  readonly #findPrice: number;

  constructor(pattern: string, flags: string) {
    this.flags = readFlags(flags);
    const translated = translatePattern(pattern, this.flags);
    this.groupNames = translated.groupNames;
    this.#engine = compile(translated.text);
    const size = this.#engine.programSize();
    this.#testPrice = 1 + Math.floor(size / instructionsPerTestPrice);
    this.#findPrice = 1 + Math.floor(size / instructionsPerFindPrice);
  }

  /** Faster than a search: the engine only returns yes or no. */
  test(text: string, fuel: Fuel): boolean {
    fuel.scan(text.length * this.#testPrice);
    return this.#engine.test(text);
  }

  /** Where a search continues after an empty match. */
  nextIndex(text: string, index: number): number {
    const codePoint = this.flags.isUnicode ? (text.codePointAt(index) ?? 0) : 0;
    return index + (codePoint > 0xffff ? 2 : 1);
  }

  search(text: string, fuel: Fuel): PatternSearch {
    const counted = new CountedText(text, fuel, this.#findPrice);
    return new PatternSearch(text, this.#engine.matcher(MatcherInput.utf16(counted)), fuel);
  }
}

/** Finds the matches in a text one after the other. */
class PatternSearch {
  readonly #text: string;
  readonly #matcher: Matcher;
  readonly #fuel: Fuel;

  constructor(text: string, matcher: Matcher, fuel: Fuel) {
    this.#text = text;
    this.#matcher = matcher;
    this.#fuel = fuel;
  }

  find(from: number): Match | undefined {
    this.#fuel.scan(findPrice);
    if (from > this.#text.length || !this.#matcher.find(from)) return undefined;
    return { start: this.#matcher.start(), end: this.#matcher.end(), groups: this.#groups() };
  }

  #groups(): (string | undefined)[] {
    return Array.from({ length: this.#matcher.groupCount() }, (_, index) => {
      const start = this.#matcher.start(index + 1);
      return start < 0 ? undefined : this.#text.slice(start, this.#matcher.end(index + 1));
    });
  }
}

function compile(text: string): RE2JS {
  try {
    const engine = RE2JS.compile(text);
    const { dfa } = engine.re2();
    dfa.stateBudget = patternMemoryMax;
    dfa.memBudget = patternMemoryMax;
    return engine;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new PatternError("The regular expression cannot be matched in linear time", 0, { cause: error });
  }
}

/** How much faster a plain text search is than the steps of an automaton. */
const plainSearchSpeed = 8;

/**
 * A text that charges for each access. A linear-time engine does not make a global replace linear: each match may scan
 * to the end of the text before it settles for a short one, and only the engine's own reads reveal that.
 */
class CountedText extends String {
  readonly #text: string;
  readonly #fuel: Fuel;
  readonly #price: number;

  constructor(text: string, fuel: Fuel, price: number) {
    super(text);
    this.#text = text;
    this.#fuel = fuel;
    this.#price = price;
  }

  override charCodeAt(index: number): number {
    this.#fuel.scan(this.#price);
    return this.#text.charCodeAt(index);
  }

  override indexOf(searched: string, from = 0): number {
    const found = this.#text.indexOf(searched, from);
    const looked = (found < 0 ? this.#text.length : found) - from;
    this.#fuel.scan(1 + Math.ceil(looked / plainSearchSpeed));
    return found;
  }
}

const references = /\$(?:\$|&|`|'|\d{1,2})/g;
/** Only for a pattern with named groups: others have no names in their replacement. */
const referencesOrNames = /\$(?:\$|&|`|'|\d{1,2}|<[^>]*>)/g;

/** JavaScript's $$, $&, $`, $', $1 and $<name> in the second argument of replace. */
export function expandReplacement(
  replacement: string,
  text: string,
  match: Match,
  options: { readonly groupNames: ReadonlyMap<string, number>; readonly fuel: Fuel },
): string {
  if (!replacement.includes("$")) return replacement;
  options.fuel.scan(replacement.length);
  let expanded = "";
  let from = 0;
  for (const found of replacement.matchAll(options.groupNames.size === 0 ? references : referencesOrNames)) {
    const reference = found[0];
    expanded += replacement.slice(from, found.index) + expandReference(reference, text, match, options.groupNames);
    options.fuel.fit(expanded.length);
    from = found.index + reference.length;
  }
  return expanded + replacement.slice(from);
}

function expandReference(
  reference: string,
  text: string,
  match: Match,
  groupNames: ReadonlyMap<string, number>,
): string {
  switch (reference.charAt(1)) {
    case "$":
      return "$";
    case "&":
      return text.slice(match.start, match.end);
    case "`":
      return text.slice(0, match.start);
    case "'":
      return text.slice(match.end);
    case "<":
      return expandName(reference, match, groupNames);
    default:
      return expandNumber(reference, match);
  }
}

function expandName(reference: string, match: Match, groupNames: ReadonlyMap<string, number>): string {
  const group = groupNames.get(reference.slice(2, -1));
  return group === undefined ? "" : (match.groups[group - 1] ?? "");
}

/** Two digits if such a group exists, else one digit followed by a literal second digit. */
function expandNumber(reference: string, match: Match): string {
  const digits = reference.slice(1);
  const isGroup = (group: number) => group >= 1 && group <= match.groups.length;
  if (isGroup(Number(digits))) return match.groups[Number(digits) - 1] ?? "";
  const first = Number(digits.charAt(0));
  return digits.length === 2 && isGroup(first) ? (match.groups[first - 1] ?? "") + digits.charAt(1) : reference;
}
