import fc from "fast-check";

export interface RandomPattern {
  readonly text: string;
  /** Whether it matches the empty text; such a pattern is never repeated, as RE2 repeats it differently. */
  readonly isNullable: boolean;
  /** Whether a group is inside a repetition: RE2 keeps the match of an earlier iteration. */
  readonly repeatsGroup: boolean;
  readonly hasGroup: boolean;
}

const characters = [
  "a",
  "b",
  "k",
  "s",
  "K",
  "S",
  "1",
  "_",
  " ",
  "\n",
  "-",
  "é",
  "É",
  "ſ",
  "\u212a",
  "ß",
  "\u00a0",
  "σ",
  "ς",
];

/** Without characters that are line ends only in JavaScript, for patterns with the m flag. */
export const textsWithoutOddLineEnds = fc.string({ unit: fc.constantFrom(...characters), maxLength: 10 });
export const texts = fc.string({ unit: fc.constantFrom(...characters, "\r", "\u2028", "\ufeff"), maxLength: 10 });

const atoms = fc.constantFrom(
  ...["a", "b", "k", "s", "S", "1", "é", "ſ", "ß", "σ", "\\u212a", "\\x6b", "\\n", "\\-", "\\/", "\\$", "\\.", " "],
  ...[
    ".",
    ".",
    "\\s",
    "\\S",
    "\\d",
    "\\D",
    "\\w",
    "\\W",
    "[ab]",
    "[^ab]",
    "[a-k]",
    "[^\\s]",
    "[\\d_-]",
    "[\\w-]",
    "[^\\W]",
  ],
  ...["[^]", "[S-k]", "[é-ſ]", "[^é-ſ]", "[\\b1]", "[.$^]", "[\\]a]", "[a\\-s]", "\\cJ", "\\t", "\\u00e9", "\\x00"],
);
const emptyAtoms = fc.constantFrom("^", "$", "\\b", "\\B", "(?:)", "()");
const quantifiers = fc.constantFrom("*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}", "{0}");

/** Patterns as tenants may write them, with everything allowed except known differences. */
export const randomPattern: fc.Arbitrary<RandomPattern> = fc.letrec<{ pattern: RandomPattern; piece: RandomPattern }>(
  (tie) => ({
    pattern: fc.oneof(
      { depthSize: "small", maxDepth: 4 },
      tie("piece"),
      fc.array(tie("piece"), { minLength: 1, maxLength: 4 }).map(sequence),
      fc.array(tie("pattern"), { minLength: 2, maxLength: 3 }).map(alternatives),
    ),
    piece: fc.oneof(
      { depthSize: "small", maxDepth: 4 },
      atoms.map((text) => piece(text, false)),
      emptyAtoms.map((text) => ({ ...piece(text, true), hasGroup: text === "()" })),
      fc.tuple(tie("pattern"), fc.constantFrom("(", "(?:", "(")).map(([inner, open]) => group(inner, open)),
      fc.tuple(tie("piece"), quantifiers).map(([inner, quantifier]) => repeated(inner, quantifier)),
    ),
  }),
).pattern;

function piece(text: string, isNullable: boolean): RandomPattern {
  return { text, isNullable, repeatsGroup: false, hasGroup: false };
}

function sequence(pieces: readonly RandomPattern[]): RandomPattern {
  return { ...joined(pieces, ""), isNullable: pieces.every(({ isNullable }) => isNullable) };
}

function alternatives(patterns: readonly RandomPattern[]): RandomPattern {
  return { ...joined(patterns, "|"), isNullable: patterns.some(({ isNullable }) => isNullable) };
}

function joined(patterns: readonly RandomPattern[], separator: string): RandomPattern {
  return {
    text: patterns.map(({ text }) => text).join(separator),
    isNullable: false,
    repeatsGroup: patterns.some(({ repeatsGroup }) => repeatsGroup),
    hasGroup: patterns.some(({ hasGroup }) => hasGroup),
  };
}

function group(inner: RandomPattern, open: string): RandomPattern {
  return { ...inner, text: `${open}${inner.text})`, hasGroup: inner.hasGroup || open === "(" };
}

function repeated(inner: RandomPattern, quantifier: string): RandomPattern {
  if (inner.isNullable) return inner;
  const isNullable = /^(?:[*?]|\{0)/.test(quantifier);
  return { text: `(?:${inner.text})${quantifier}`, isNullable, repeatsGroup: inner.hasGroup, hasGroup: inner.hasGroup };
}
