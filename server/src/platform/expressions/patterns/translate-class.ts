import { closeOverCase } from "./case-closure.ts";
import { type CharacterSet, codePointMax, complement, singleCharacter, union } from "./character-set.ts";
import type { PatternFlags } from "./pattern-flags.ts";
import type { PatternReader } from "./pattern-reader.ts";
import { type Characters, readCharacterEscape } from "./translate-escape.ts";

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
