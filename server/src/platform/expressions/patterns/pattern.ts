import { type Matcher, MatcherInput, RE2JS, RE2JSException } from "re2js";
import { patternMemoryMax } from "../expression-limits.ts";
import type { Fuel } from "../fuel.ts";
import { CountedText } from "./counted-text.ts";
import { PatternError } from "./pattern-error.ts";
import { type PatternFlags, readFlags } from "./pattern-flags.ts";
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
export class PatternSearch {
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
