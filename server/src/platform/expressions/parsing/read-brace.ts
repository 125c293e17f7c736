import { isFunctionName } from "../methods/functions.ts";
import type { KnownNames } from "../names/name-resolver.ts";
import type { Placeholder } from "./parsed-expression.ts";

/** What an opening brace starts where a value is expected. */
export type BraceReading =
  | { readonly kind: "known"; readonly name: string; readonly end: number }
  | { readonly kind: "unknown"; readonly name: string; readonly end: number }
  | { readonly kind: "object" }
  | { readonly kind: "expression" };

/** Longer texts are not names. */
const nameLengthMax = 200;

const plainName = /^[\p{L}\p{N}\p{M}_$ ]+$/u;
const dottedName = /^[\p{L}\p{N}\p{M}_$ ]+(?:\.[\p{L}\p{N}\p{M}_$ ]+)+$/u;
const words = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;
const objectStart =
  /\s*(?:[\p{ID_Start}$_][\p{ID_Continue}$]*\s*:|'[^'\\\n]*'\s*:|"[^"\\\n]*"\s*:|\d[\d.]*\s*:|\.\.\.|\})/uy;

/**
 * The longest known name wins; then text that can only be the name of something missing; then objects; then
 * expressions.
 */
export function readBrace(source: string, brace: number, names: KnownNames): BraceReading {
  const known = names.nameAt(source, brace + 1);
  if (known !== undefined) return { kind: "known", ...known };
  const close = source.slice(brace, brace + nameLengthMax).indexOf("}");
  const text = source.slice(brace + 1, brace + Math.max(1, close)).trim();
  const unknown = { kind: "unknown", name: text, end: brace + close + 1 } as const;
  if (isPlainName(text, names)) return unknown;
  objectStart.lastIndex = brace + 1;
  if (objectStart.test(source)) return { kind: "object" };
  return isUnknownName(text, names) ? unknown : { kind: "expression" };
}

const startsWithLetter = /^\p{L}/u;

/**
 * The name in braces inside a literal. A literal may contain braces of its own, such as {3} of a regular expression or
 * JSON, so an unknown name must be plain words.
 */
export function readBraceInText(
  source: string,
  brace: number,
  names: KnownNames,
): (Placeholder & { readonly end: number }) | undefined {
  const reading = readBrace(source, brace, names);
  if (reading.kind === "known") return { name: reading.name, end: reading.end, isKnown: true };
  const isMissing =
    reading.kind === "unknown" && startsWithLetter.test(reading.name) && isPlainName(reading.name, names);
  return isMissing ? { name: reading.name, end: reading.end, isKnown: false } : undefined;
}

function isPlainName(text: string, names: KnownNames): boolean {
  if (plainName.test(text)) return true;
  if (!dottedName.test(text)) return false;
  const root = text.slice(0, text.indexOf("."));
  return !(names.has(root) && (names.holdsObjects || text.endsWith(".length")));
}

/**
 * A configuration is reused for tables that lack a column: {Price (EUR)} without any known word is a name, not a call.
 */
function isUnknownName(text: string, names: KnownNames): boolean {
  if (/["'`{\\\n]/.test(text)) return false;
  const found = text.match(words) ?? [];
  return found.length > 0 && !found.some((candidate) => names.has(candidate) || isFunctionName(candidate));
}
