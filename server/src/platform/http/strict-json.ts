import assert from "node:assert";
import { isUtf8 } from "node:buffer";
import { toUSVString } from "node:util";
import { Problem } from "../problem.ts";
import { isStorableText } from "../storable-text.ts";
import { readJson } from "./read-json.ts";
import { TextError } from "./text-error.ts";

export interface StrictJsonLimits {
  readonly depthMax: number;
}

/** Parses a body, and rejects what JSON.parse would silently lose or change: repeated keys, large integers, NUL. */
export function parseStrictJson(text: string, limits: StrictJsonLimits): unknown {
  const json = text.startsWith("\ufeff") ? text.slice(1) : text;
  const value = parseIfSound(json, limits.depthMax);
  if (value === undefined) throw problemOf(json, limits.depthMax);
  return value;
}

export function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Problem("invalid-json", "The body is not valid UTF-8; encode it as UTF-8.");
  return bytes.toString("utf8");
}

/** The value, or undefined if anything must be rejected: problemOf finds out why and where. */
export function parseIfSound(json: string, depthMax: number): unknown {
  const members = countMembers(json, depthMax);
  if (members === undefined) return undefined;
  const value = parseOrUndefined(json);
  const isSoundText = needsNoLookAtStrings(json) ? acceptText : isStorableText;
  // A repeated key is written twice but stored once.
  return countKeysIfSound(value, isSoundText) === members ? value : undefined;
}

function parseOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The message is dropped: V8's has no position, and problemOf parses the text again to find one.
    return undefined;
  }
}

const quoteCode = 0x22;
const colon = 0x3a;
const openBracket = 0x5b;
const backslashCode = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The members of all objects as written, or undefined if the nesting is too deep to continue. */
function countMembers(json: string, depthMax: number): number | undefined {
  let members = 0;
  let depth = 0;
  for (let offset = 0; offset < json.length; offset += 1) {
    switch (json.charCodeAt(offset)) {
      case quoteCode:
        offset = closingQuote(json, offset);
        break;
      case colon:
        members += 1;
        break;
      case openBrace:
      case openBracket:
        depth += 1;
        if (depth > depthMax) return undefined;
        break;
      case closeBrace:
      case closeBracket:
        depth -= 1;
        break;
    }
  }
  return members;
}

/** The search for a quote is native, and for all but the shortest strings faster than a loop over the characters. */
export function closingQuote(json: string, openingQuote: number): number {
  for (let quote = json.indexOf('"', openingQuote + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    if (!isEscaped(json, quote)) return quote;
  }
  return json.length;
}

function isEscaped(json: string, offset: number): boolean {
  let start = offset;
  while (json.charCodeAt(start - 1) === backslashCode) start -= 1;
  return (offset - start) % 2 === 1;
}

// NUL, and either half of a surrogate pair.
const suspectEscape = /\\u(?:0000|[dD][89a-fA-F])/;

/** JSON rejects a bare NUL, so only an escape or malformed text can put NUL or a lone surrogate in a string. */
function needsNoLookAtStrings(json: string): boolean {
  return !suspectEscape.test(json) && toUSVString(json) === json;
}

function acceptText(): boolean {
  return true;
}

/** The keys of all objects as stored; NaN, which equals no count, if a value or key is rejected. */
function countKeysIfSound(value: unknown, isSoundText: (text: string) => boolean): number {
  if (typeof value === "string") return isSoundText(value) ? 0 : Number.NaN;
  // Every double beyond this represents several integers; 1e400 is parsed as Infinity.
  if (typeof value === "number") return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? 0 : Number.NaN;
  if (!isListOrObject(value)) return 0;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value) keys += countKeysIfSound(item, isSoundText);
    return keys;
  }
  // Not Object.keys: a list for each object would add a third to the parsing time.
  for (const key in value) {
    if (key === "__proto__" || !isSoundText(key)) return Number.NaN;
    keys += 1 + countKeysIfSound(value[key], isSoundText);
  }
  return keys;
}

function isListOrObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

// Parsing again with our own parser is slow: beyond this, a caller could keep the node busy with rejected bodies.
const explainedCharactersMax = 4 * 1024 * 1024;

function problemOf(json: string, depthMax: number): Problem {
  if (json.length > explainedCharactersMax) return unexplained(depthMax, "4 MiB");
  if (json.trim() === "") return new Problem("invalid-json", "The body is empty; send one JSON value.");
  try {
    readJson(json, { depthMax, keys: "quoted" });
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    // Without the error as its cause: causes are logged, and this one quotes the body.
    return new Problem("invalid-json", `${error.reason} (${describePlace(json, error.offset)}).`);
  }
  assert.fail("readJson accepts a text that parseStrictJson rejects");
}

/** The problem for a body that is too long to search for the position. */
export function unexplained(depthMax: number, searchedMax: string): Problem {
  return new Problem(
    "invalid-json",
    "The body is not JSON, or it contains a duplicate key, the key __proto__, NUL, half of a surrogate pair, a number " +
      `beyond ±${Number.MAX_SAFE_INTEGER}, or more than ${depthMax} levels. Above ${searchedMax} the position is not reported; send a smaller part to find it.`,
  );
}

function describePlace(json: string, offset: number): string {
  let line = 1;
  let lineStart = 0;
  for (let end = json.indexOf("\n"); end !== -1 && end < offset; end = json.indexOf("\n", lineStart)) {
    line += 1;
    lineStart = end + 1;
  }
  return `line ${line}, column ${offset - lineStart + 1}`;
}
