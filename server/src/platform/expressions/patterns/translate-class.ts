import {
  type CharacterSet,
  closeOverCase,
  codePointMax,
  complement,
  digits,
  singleCharacter,
  spaces,
  union,
  wordCharacters,
} from "./character-set.ts";
import type { PatternFlags, PatternReader } from "./pattern-reader.ts";

const hyphen = 0x2d;

/** Reads a class such as [^a-z\d], after its opening bracket, and writes it for RE2. */
export function translateClass(reader: PatternReader, flags: PatternFlags): string {
  const isNegated = reader.take("^");
  const items: Characters[] = [];
  while (!reader.take("]")) items.push(...readClassItem(reader, flags));
  const properties = [...new Set(items.flatMap((item) => ("property" in item ? [item.property] : [])))];
  const set = caseless(union(items.map((item) => ("set" in item ? item.set : []))), flags);
  if (properties.length === 0) return writeSet(isNegated ? complement(set) : set);
  return `[${isNegated ? "^" : ""}${writeRanges(set)}${properties.join("")}]`;
}

/** Not with RE2's own flag, which folds more than JavaScript does. */
export function caseless(set: CharacterSet, flags: PatternFlags): CharacterSet {
  return flags.ignoresCase ? closeOverCase(set) : set;
}

/** As code points, so that nothing in a pattern can mean something else to RE2. */
export function writeSet(set: CharacterSet): string {
  if (set.length === 0) return `[^${writeRanges([[0, codePointMax]])}]`;
  const [only] = set;
  if (set.length === 1 && only !== undefined && only[0] === only[1]) return writeCodePoint(only[0]);
  return `[${writeRanges(set)}]`;
}

function readClassItem(reader: PatternReader, flags: PatternFlags): Characters[] {
  const first = readClassAtom(reader, flags);
  if (!reader.isAt("-") || reader.isAt("-]")) return [first];
  reader.take("-");
  const last = readClassAtom(reader, flags);
  const [from, to] = [characterOf(first), characterOf(last)];
  // [\w-z] is all three of them: JavaScript treats the hyphen of an incomplete range literally.
  if (from === undefined || to === undefined) return [first, { set: singleCharacter(hyphen) }, last];
  return from <= to ? [{ set: [[from, to]] }] : reader.fail("A range in a class is in reverse order");
}

function readClassAtom(reader: PatternReader, flags: PatternFlags): Characters {
  if (!reader.take("\\")) return { set: singleCharacter(reader.nextCodePoint()) };
  if (reader.take("b")) return { set: singleCharacter(0x08) };
  return readCharacterEscape(reader, flags);
}

function characterOf(characters: Characters): number | undefined {
  if (!("set" in characters) || characters.set.length !== 1) return undefined;
  const [range] = characters.set;
  return range !== undefined && range[0] === range[1] ? range[0] : undefined;
}

function writeRanges(set: CharacterSet): string {
  return set.map(([first, last]) => `${writeCodePoint(first)}-${writeCodePoint(last)}`).join("");
}

function writeCodePoint(codePoint: number): string {
  return `\\x{${codePoint.toString(16)}}`;
}

/** Characters as ranges, or as a Unicode property that RE2 supports by name. */
type Characters = { readonly set: CharacterSet } | { readonly property: string };

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
