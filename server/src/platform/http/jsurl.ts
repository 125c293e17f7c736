import { jsonNumber, quote, quoteCharacterAt, TextError, validateKey, validateText } from "./text-error.ts";

const lengthMax = 8192;
const depthMax = 32;

/** Parses jsurl version 1 as written by the npm package jsurl, strictly; throws a TextError for anything else. */
export function parseJsurl(text: string): unknown {
  if (text.length > lengthMax) {
    throw new TextError(`The value is longer than ${lengthMax} characters; shorten it`, lengthMax);
  }
  return new JsurlReader(text).readAll();
}

const encodedText = /(?:[A-Za-z0-9_.!-]|\*[0-9a-fA-F]{2}|\*\*[0-9a-fA-F]{4})*/y;
const escaped = /!|\*\*.{4}|\*.{2}/g;
const untilDelimiter = /[^~)]*/y;

class JsurlReader {
  readonly #text: string;
  #offset = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readAll(): unknown {
    const value = this.#readValue();
    if (this.#offset < this.#text.length) this.#failExpecting("nothing after the value");
    return value;
  }

  #readValue(): unknown {
    if (!this.#take("~")) this.#failExpecting('"~" before a value');
    if (this.#take("(")) return this.#readNested();
    // Browsers percent-encode the quote in addition to the rest.
    if (this.#take("'") || this.#take("%27")) return this.#readString();
    return this.#readLiteral();
  }

  #readNested(): unknown {
    if (this.#depth >= depthMax) this.#fail(`The nesting is deeper than ${depthMax} levels; send a flatter value`);
    this.#depth += 1;
    const value = this.#readObjectOrArray();
    if (!this.#take(")")) this.#failExpecting('"~" or ")"');
    this.#depth -= 1;
    return value;
  }

  #readObjectOrArray(): unknown {
    if (this.#next() === ")") return {};
    if (this.#next() !== "~") return this.#readMembers();
    // The empty array is (~): a "~" without a value after it.
    if (this.#text.startsWith("~)", this.#offset)) {
      this.#offset += 1;
      return [];
    }
    return this.#readItems();
  }

  #readItems(): unknown[] {
    const items: unknown[] = [];
    while (this.#next() === "~") items.push(this.#readValue());
    return items;
  }

  #readMembers(): Record<string, unknown> {
    const members: Record<string, unknown> = {};
    do {
      const start = this.#offset;
      const key = this.#readText();
      const reason = validateKey(members, key);
      if (reason !== undefined) this.#fail(reason, start);
      members[key] = this.#readValue();
    } while (this.#take("~"));
    return members;
  }

  #readString(): string {
    const start = this.#offset;
    const value = this.#readText();
    const reason = validateText(value, "string");
    if (reason !== undefined) this.#fail(reason, start);
    return value;
  }

  /** The text up to the next delimiter, decoded. */
  #readText(): string {
    const encoded = this.#match(encodedText);
    if (!["", "~", ")"].includes(this.#next())) this.#failAtCharacter();
    return encoded.replace(escaped, decodeOne);
  }

  #readLiteral(): unknown {
    const start = this.#offset;
    const literal = this.#match(untilDelimiter);
    switch (literal) {
      case "true":
        return true;
      case "false":
        return false;
      case "null":
        return null;
      default:
        return this.#numberOf(literal, start);
    }
  }

  #numberOf(literal: string, start: number): number {
    jsonNumber.lastIndex = 0;
    if (literal === "" || jsonNumber.exec(literal)?.[0] !== literal) {
      this.#fail(`Expected 'text, a number, true, false, null or (…) after "~", found ${quote(literal)}`, start);
    }
    const value = Number(literal);
    if (!Number.isFinite(value)) this.#fail(`The number ${quote(literal)} is too large; send it as a string`, start);
    return value;
  }

  /** The current character, or "" at the end. */
  #next(): string {
    return this.#text.charAt(this.#offset);
  }

  #take(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#offset)) return false;
    this.#offset += expected.length;
    return true;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#offset;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#offset += found.length;
    return found;
  }

  #failAtCharacter(): never {
    if (this.#next() === "*") this.#fail("An escape must be * with two or ** with four hexadecimal digits");
    const character = String.fromCodePoint(this.#text.codePointAt(this.#offset) ?? 0);
    this.#fail(`The character ${quote(character)} must be written as ${encodeOne(character)}`);
  }

  #failExpecting(expected: string): never {
    this.#fail(`Expected ${expected}, found ${quoteCharacterAt(this.#text, this.#offset)}`);
  }

  #fail(reason: string, offset = this.#offset): never {
    throw new TextError(reason, offset);
  }
}

function decodeOne(encoded: string): string {
  return encoded === "!" ? "$" : String.fromCharCode(Number.parseInt(encoded.replaceAll("*", ""), 16));
}

/** Two UTF-16 units make two escapes. */
function encodeOne(character: string): string {
  const codes = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const short = (code: number) => `*${code.toString(16).padStart(2, "0")}`;
  const long = (code: number) => `**${code.toString(16).padStart(4, "0")}`;
  return codes.map((code) => (code < 0x100 ? short(code) : long(code))).join("");
}
