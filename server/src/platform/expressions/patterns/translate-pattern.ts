import { patternSizeMax } from "../expression-limits.ts";
import { complement, lineEnds, singleCharacter } from "./character-set.ts";
import { type PatternFlags, PatternReader } from "./pattern-reader.ts";
import { caseless, readCharacterEscape, translateClass, writeSet } from "./translate-class.ts";

export interface TranslatedPattern {
  /** For RE2. */
  readonly text: string;
  /** The numbers of named groups. */
  readonly groupNames: ReadonlyMap<string, number>;
}

/** Translates a JavaScript pattern to an equivalent one for RE2; acorn has checked its syntax. */
export function translatePattern(pattern: string, flags: PatternFlags): TranslatedPattern {
  const translation = new PatternTranslation(pattern, flags);
  const { text } = translation.readAlternatives();
  return { text, groupNames: translation.groupNames };
}

/** Text for RE2, and its size with repetitions expanded. */
interface Piece {
  readonly text: string;
  readonly size: number;
}

const groupName = /\?<([^>=!][^>]*)>/y;
const counted = /\{(\d+)(,?)(\d*)\}/y;

class PatternTranslation {
  readonly groupNames = new Map<string, number>();
  readonly #reader: PatternReader;
  readonly #flags: PatternFlags;
  #groupCount = 0;

  constructor(pattern: string, flags: PatternFlags) {
    this.#reader = new PatternReader(pattern);
    this.#flags = flags;
  }

  readAlternatives(): Piece {
    const pieces = [this.#readSequence()];
    while (this.#reader.take("|")) pieces.push(this.#readSequence());
    return { text: pieces.map(({ text }) => text).join("|"), size: this.#sum(pieces) };
  }

  #readSequence(): Piece {
    const pieces: Piece[] = [];
    while (!this.#reader.isAtEnd && !this.#reader.isAt("|") && !this.#reader.isAt(")")) {
      pieces.push(this.#readQuantifier(this.#readAtom()));
    }
    return { text: pieces.map(({ text }) => text).join(""), size: this.#sum(pieces) };
  }

  #sum(pieces: readonly Piece[]): number {
    return this.#limit(pieces.reduce((total, { size }) => total + size, 1));
  }

  #limit(size: number): number {
    if (size > patternSizeMax) this.#reader.fail("The regular expression is too large; use fewer repetitions");
    return size;
  }

  #readAtom(): Piece {
    const reader = this.#reader;
    if (reader.take("(")) return this.#readGroup();
    if (reader.take("[")) return { text: translateClass(reader, this.#flags), size: 1 };
    if (reader.take("\\")) return this.#readEscape();
    if (reader.take(".")) return { text: this.#dot(), size: 1 };
    if (reader.take("^")) return { text: this.#flags.isMultiline ? "(?m:^)" : "\\A", size: 1 };
    if (reader.take("$")) return { text: this.#flags.isMultiline ? "(?m:$)" : "\\z", size: 1 };
    return this.#character(reader.nextCodePoint());
  }

  #dot(): string {
    return writeSet(complement(this.#flags.dotMatchesAll ? [] : lineEnds));
  }

  #character(codePoint: number): Piece {
    return { text: writeSet(caseless(singleCharacter(codePoint), this.#flags)), size: 1 };
  }

  #readGroup(): Piece {
    const reader = this.#reader;
    const isPlain = reader.take("?:");
    if (!isPlain) this.#openCapture();
    const { text, size } = this.readAlternatives();
    if (!reader.take(")")) reader.fail("A group is not closed");
    return { text: `${isPlain ? "(?:" : "("}${text})`, size };
  }

  /** Names are kept here: RE2 allows fewer characters in them. */
  #openCapture(): void {
    this.#groupCount += 1;
    const name = this.#reader.match(groupName)?.[1];
    if (name !== undefined) this.groupNames.set(name, this.#groupCount);
    else if (this.#reader.isAt("?")) {
      this.#reader.fail(
        "Lookahead and lookbehind, such as (?=…), are not allowed: they cannot be matched in linear time",
      );
    }
  }

  #readEscape(): Piece {
    const reader = this.#reader;
    if (reader.take("b")) return { text: "\\b", size: 1 };
    if (reader.take("B")) return { text: "\\B", size: 1 };
    const characters = readCharacterEscape(reader, this.#flags);
    if ("property" in characters) return { text: characters.property, size: 1 };
    return { text: writeSet(caseless(characters.set, this.#flags)), size: 1 };
  }

  #readQuantifier(atom: Piece): Piece {
    const quantifier = this.#reader.match(/[*+?]/y)?.[0] ?? this.#readCount();
    if (quantifier === undefined) return atom;
    const lazy = this.#reader.take("?") ? "?" : "";
    const size = this.#limit(atom.size * timesWrittenOut(quantifier) + 1);
    // In a group: RE2 parses some pairs of a character and a quantifier as one of its own operators.
    return { text: `(?:${atom.text})${quantifier}${lazy}`, size };
  }

  /** {2}, {2,} or {2,5}; JavaScript treats anything else in braces literally. */
  #readCount(): string | undefined {
    const found = this.#reader.match(counted);
    if (found === undefined) return undefined;
    const [, least = "", comma = "", most = ""] = found;
    const end = most === "" ? "" : String(Number(most));
    return `{${Number(least)}${comma}${end}}`;
  }
}

function timesWrittenOut(quantifier: string): number {
  const numbers = quantifier.match(/\d+/g)?.map(Number) ?? [1];
  return Math.max(1, ...numbers);
}
