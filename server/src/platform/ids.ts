import { randomBytes } from "node:crypto";

// In ASCII order, so that ids in a column with collate "C" sort by creation time.
const alphabet = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const timeCharacters = 8;
const randomCharacters = 8;
// Offsets the time so that an id begins with a letter (until the year 2109), and never looks like a command's option.
const timeOffset = 11 * 2 ** 42;

let lastTime = 0;
let lastRandom = 0;

/** 16 characters: 48 bits of milliseconds, then 48 random bits that are incremented within one millisecond. */
export function newId(now = Date.now()): string {
  if (now > lastTime) {
    lastTime = now;
    // The highest bit stays free, so that increments cannot overflow.
    lastRandom = Math.floor(randomBytes(6).readUIntBE(0, 6) / 2);
  } else {
    lastRandom += 1;
  }
  return encode(lastTime + timeOffset, timeCharacters) + encode(lastRandom, randomCharacters);
}

const pattern = /^[A-Z_a-z][A-Za-z0-9_-]{15}$/;

/** Whether the text has the form of an id. */
export function isGeneratedId(text: string): boolean {
  return pattern.test(text);
}

/** The time at which an id was made, in milliseconds. */
export function timeOfId(id: string): number {
  const number = [...id.slice(0, timeCharacters)].reduce((sum, character) => sum * 64 + alphabet.indexOf(character), 0);
  return number - timeOffset;
}

const pairs = Array.from(alphabet).flatMap((first) => Array.from(alphabet, (second) => first + second));

// Two characters at a time, and not by shifts, which are limited to 32 bits: 48 bits fit a double.
function encode(number: number, characters: number): string {
  let text = "";
  let rest = number;
  for (let index = 0; index < characters; index += 2) {
    text = pairs[rest % 4_096] + text;
    rest = Math.floor(rest / 4_096);
  }
  return text;
}

const charactersMax = 100;

/** A name in lower-case letters, digits and hyphens; the fallback if nothing is left of it. */
export function makeIdentifier(name: string, otherwise: string): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  // By code points, not by surrogates.
  const made = Array.from(words)
    .slice(0, charactersMax)
    .join("")
    .replaceAll(/^-+|-+$/g, "");
  return made === "" ? otherwise : made;
}
