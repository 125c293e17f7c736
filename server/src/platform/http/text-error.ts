import { isStorableText } from "../storable-text.ts";

/** The first error in JSON or jsurl, and its position. Callers convert it to their own problem. */
export class TextError extends Error {
  readonly reason: string;
  /** In UTF-16 units from the start of the text. */
  readonly offset: number;

  constructor(reason: string, offset: number) {
    super(`${reason} (offset ${offset})`);
    this.name = "TextError";
    this.reason = reason;
    this.offset = offset;
  }
}

/** The number grammar of JSON, which jsurl shares. Sticky: set lastIndex first. */
export const jsonNumber = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

const quotedMax = 60;

export function validateText(text: string, noun: "string" | "key"): string | undefined {
  if (isStorableText(text)) return undefined;
  return text.includes("\0")
    ? `A ${noun} contains the NUL character (U+0000), which cannot be stored; remove it`
    : `A ${noun} contains half of a surrogate pair; send complete characters`;
}

/**
 * Why a key may not be added to the members parsed so far. Checked before it is set, so no prototype is ever changed.
 */
export function validateKey(members: object, key: string): string | undefined {
  if (key === "__proto__") return 'The key "__proto__" is not allowed; rename it';
  if (Object.hasOwn(members, key)) return `The key ${quote(key)} is duplicated in one object; keep one`;
  return validateText(key, "key");
}

/** A caller's text for a message: escaped, and short. */
export function quote(text: string): string {
  return JSON.stringify(text.length > quotedMax ? `${text.slice(0, quotedMax)}…` : text);
}

export function quoteCharacterAt(text: string, offset: number): string {
  const codePoint = text.codePointAt(offset);
  return codePoint === undefined ? "the end" : quote(String.fromCodePoint(codePoint));
}
