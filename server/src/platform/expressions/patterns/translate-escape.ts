import { type CharacterSet, complement, digits, singleCharacter, spaces, wordCharacters } from "./character-set.ts";
import type { PatternFlags } from "./pattern-flags.ts";
import type { PatternReader } from "./pattern-reader.ts";

/** Characters as ranges, or as a Unicode property that RE2 supports by name. */
export type Characters = { readonly set: CharacterSet } | { readonly property: string };

const surrogatePair = /u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/iy;
const hexadecimal = /x([0-9a-f]{2})|u([0-9a-f]{4})/iy;
const codePointInBraces = /u\{([0-9a-f]+)\}/iy;
const controlLetter = /c([a-z])/iy;
const property = /([pP])\{(?:(?:Script|sc|General_Category|gc)=)?([A-Za-z_]+)\}/y;
const zero = /0(?![0-9])/y;

const shorthands: Readonly<Record<string, CharacterSet>> = {
  d: digits,
  D: complement(digits),
  s: spaces,
  S: complement(spaces),
  w: wordCharacters,
  W: complement(wordCharacters),
};

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Reads the part after a backslash that denotes characters, inside a class or outside. */
export function readCharacterEscape(reader: PatternReader, flags: PatternFlags): Characters {
  const code = readCode(reader, flags.isUnicode);
  if (code !== undefined) return { set: singleCharacter(code) };
  if (flags.isUnicode && (reader.isAt("p") || reader.isAt("P"))) return readProperty(reader, flags);
  if (reader.match(/[1-9]/y) !== undefined) {
    return reader.fail("A backreference such as \\1 is not allowed: it cannot be matched in linear time");
  }
  if (reader.match(/[0ck]/y) !== undefined) return reader.fail("This escape is not allowed; write \\xHH or \\uHHHH");
  const codePoint = reader.nextCodePoint();
  const letter = String.fromCodePoint(codePoint);
  const shorthand = Object.hasOwn(shorthands, letter) ? shorthands[letter] : undefined;
  return { set: shorthand ?? singleCharacter(controls[letter] ?? codePoint) };
}

function readProperty(reader: PatternReader, flags: PatternFlags): Characters {
  if (flags.ignoresCase) return reader.fail("A property such as \\p{L} is not allowed with the flag i");
  const [, letter, name] =
    reader.match(property) ?? reader.fail("This property is not allowed; write one such as \\p{L}");
  return { property: `\\${letter}{${name}}` };
}

function readCode(reader: PatternReader, isUnicode: boolean): number | undefined {
  const pair = reader.match(surrogatePair);
  if (pair !== undefined) {
    const halves = [pair[1], pair[2]].map((half = "") => Number.parseInt(half, 16));
    return String.fromCharCode(...halves).codePointAt(0);
  }
  const braced = isUnicode ? reader.match(codePointInBraces) : undefined;
  const digitsFound = braced ?? reader.match(hexadecimal);
  if (digitsFound !== undefined) return Number.parseInt(digitsFound[1] ?? digitsFound[2] ?? "", 16);
  const control = reader.match(controlLetter);
  if (control !== undefined) return (control[1] ?? "").charCodeAt(0) % 32;
  return reader.match(zero) === undefined ? undefined : 0;
}
