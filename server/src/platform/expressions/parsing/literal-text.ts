import "./acorn-internals.ts";
import type { Parser } from "acorn";
import type { KnownNames } from "../names/name-resolver.ts";
import type { Insert } from "./parsed-expression.ts";
import { readBraceInText } from "./read-brace.ts";

/** The text of a string or template literal as it is parsed, with the names in it. */
export class LiteralText {
  readonly inserts: Insert[] = [];
  readonly #parser: Parser;
  readonly #names: KnownNames;
  readonly #kind: "string" | "template";
  #text = "";
  #chunkStart: number;

  constructor(parser: Parser, names: KnownNames, kind: "string" | "template") {
    this.#parser = parser;
    this.#names = names;
    this.#kind = kind;
    this.#chunkStart = parser.pos;
  }

  readCharacter(): void {
    const parser = this.#parser;
    const character = parser.input.charAt(parser.pos);
    if (character === "") parser.raise(parser.start, "The text is not closed; end it with the same quote");
    switch (character) {
      case "\\":
        this.#take();
        this.#append(parser.readEscapedChar(this.#kind === "template"));
        break;
      case "{":
        this.#readBrace();
        break;
      case "\r":
      case "\n":
        this.#readLineBreak();
        break;
      default:
        parser.pos += 1;
    }
  }

  /** The whole text, up to the parser's position. */
  finish(): string {
    this.#take();
    return this.#text;
  }

  #readBrace(): void {
    const parser = this.#parser;
    const found = readBraceInText(parser.input, parser.pos, this.#names);
    if (found === undefined) {
      parser.pos += 1;
      return;
    }
    this.#take();
    const { name, isKnown, end } = found;
    this.inserts.push({ at: this.#text.length, name, isKnown, offset: parser.pos });
    parser.pos = end;
    this.#append("");
  }

  /** As in JavaScript: not allowed in a string, and always a line feed in a template. */
  #readLineBreak(): void {
    const parser = this.#parser;
    if (this.#kind === "string")
      parser.raise(parser.pos, "A text in quotes must end on its line; write \\n for a line break");
    this.#take();
    parser.pos += parser.input.startsWith("\r\n", parser.pos) ? 2 : 1;
    this.#append("\n");
  }

  #take(): void {
    this.#text += this.#parser.input.slice(this.#chunkStart, this.#parser.pos);
    this.#chunkStart = this.#parser.pos;
  }

  #append(text: string): void {
    this.#text += text;
    this.#chunkStart = this.#parser.pos;
  }
}
