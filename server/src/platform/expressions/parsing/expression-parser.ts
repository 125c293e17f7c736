import "./acorn-internals.ts";
import {
  type ArrowFunctionExpression,
  type Expression,
  type Literal,
  type Node,
  type ParenthesizedExpression,
  tokTypes,
} from "acorn";
import { ExpressionError, quote } from "../expression-error.ts";
import { nodesMax, parserDepthMax } from "../expression-limits.ts";
import type { KnownNames } from "../names/name-resolver.ts";
import { LiteralText } from "./literal-text.ts";
import { NestingParser } from "./nesting-parser.ts";
import type { Insert, ParsedExpression, Placeholder } from "./parsed-expression.ts";
import { readBrace } from "./read-brace.ts";

/**
 * acorn with names in braces. The meaning of a brace is decided at the parser's position, so that strings, regular
 * expressions, comments and nested templates are never misread. Anything with statements is rejected at once.
 */
export class ExpressionParser extends NestingParser {
  readonly #names: KnownNames;
  readonly #placeholders = new Map<object, Placeholder>();
  readonly #inserts = new Map<number, readonly Insert[]>();
  #nodeCount = 0;

  constructor(source: string, names: KnownNames) {
    // Not later: the v flag of 2024 adds nested classes, which acorn parses with separate recursion.
    super({ ecmaVersion: 2023, sourceType: "module", allowHashBang: false }, source, {
      depthMax: parserDepthMax,
      reason: "The expression is nested too deeply; split it into shorter ones",
    });
    this.#names = names;
  }

  /** Parses one expression from the offset to the end of the source. */
  parseToEnd(offset: number): ParsedExpression {
    const root = this.#parseFrom(offset);
    if (this.type !== tokTypes.eof) this.unexpected();
    return this.#parsed(root, this.end);
  }

  /** Parses one expression from the offset, just after an opening brace, to the closing one. */
  parseToBrace(offset: number): ParsedExpression {
    const root = this.#parseFrom(offset);
    if (this.type !== tokTypes.braceR) this.unexpected();
    return this.#parsed(root, this.end);
  }

  #parseFrom(offset: number): Expression {
    this.pos = offset;
    this.nextToken();
    return this.parseExpression();
  }

  #parsed(root: Expression, end: number): ParsedExpression {
    return { root, end, placeholders: this.#placeholders, inserts: this.#inserts, nodeCount: this.#nodeCount };
  }

  override parseExprAtom(...state: unknown[]): Expression {
    if (this.type !== tokTypes.braceL) return super.parseExprAtom(...state);
    const reading = readBrace(this.input, this.start, this.#names);
    switch (reading.kind) {
      case "known":
        return this.#placeholder(reading.end, { name: reading.name, isKnown: true });
      case "unknown":
        return this.#placeholder(reading.end, { name: reading.name, isKnown: false });
      case "expression":
        return this.#expressionInBraces();
      case "object":
        return super.parseExprAtom(...state);
    }
  }

  /** One literal, up to the closing brace: acorn has read the opening one and nothing after it. */
  #placeholder(end: number, placeholder: Placeholder): Literal {
    const node: Literal = { type: "Literal", start: this.start, end, value: null };
    this.#placeholders.set(node, placeholder);
    this.#count(this.start);
    this.context.pop();
    this.exprAllowed = false;
    this.pos = end;
    this.end = end;
    this.next();
    return node;
  }

  /** Parentheses are otherwise omitted from the tree, so the node marks where bare names are names. */
  #expressionInBraces(): ParenthesizedExpression {
    const start = this.start;
    this.next();
    const expression = this.parseMaybeAssign();
    // A slash after the brace divides; for acorn this brace might have closed a block.
    this.exprAllowed = false;
    this.expect(tokTypes.braceR);
    return { type: "ParenthesizedExpression", start, end: this.lastTokEnd, expression };
  }

  /** After an arrow a brace may contain a known name. Anything else, even one word, is more likely meant as a block. */
  override parseFunctionBody(node: ArrowFunctionExpression, ...state: unknown[]): void {
    if (this.type !== tokTypes.braceL) {
      super.parseFunctionBody(node, ...state);
      return;
    }
    if (readBrace(this.input, this.start, this.#names).kind !== "known") {
      this.raise(this.start, "Write a function without braces, such as x => x.trim()");
    }
    node.body = this.parseMaybeAssign();
    node.expression = true;
    this.checkParams(node, false);
    this.exitScope();
  }

  override readString(quoteCode: number): void {
    this.pos += 1;
    const text = new LiteralText(this, this.#names, "string");
    while (this.input.charCodeAt(this.pos) !== quoteCode) text.readCharacter();
    const value = this.#finishText(text);
    this.pos += 1;
    this.finishToken(tokTypes.string, value);
  }

  override readTmplToken(): void {
    const isBehindText = this.type === tokTypes.template || this.type === tokTypes.invalidTemplate;
    if (isBehindText && this.pos === this.start && this.#isTextEnd()) {
      super.readTmplToken();
      return;
    }
    const text = new LiteralText(this, this.#names, "template");
    while (!this.#isTextEnd()) text.readCharacter();
    this.finishToken(tokTypes.template, this.#finishText(text));
  }

  #isTextEnd(): boolean {
    return this.input.startsWith("`", this.pos) || this.input.startsWith("${", this.pos);
  }

  #finishText(text: LiteralText): string {
    const value = text.finish();
    if (text.inserts.length > 0) this.#inserts.set(this.start, text.inserts);
    for (const _ of text.inserts) this.#count(this.start);
    return value;
  }

  /**
   * This counts every recursion of acorn that an expression can reach; syntax with other recursions, such as parameter
   * patterns and function bodies, is rejected.
   */
  override parseNew(): Expression {
    return this.nested(() => super.parseNew());
  }

  override finishNode(node: Node, type: string): Node {
    this.#count(node.start);
    return super.finishNode(node, type);
  }

  #count(offset: number): void {
    this.#nodeCount += 1;
    if (this.#nodeCount > nodesMax) {
      this.raise(offset, `The expression has more than ${nodesMax} parts; split it into shorter ones`);
    }
  }

  override parseBindingAtom(): Expression {
    return this.raise(this.start, "The parameters of a function must be plain names, such as (x, index) => …");
  }

  override parseFunction(): Expression {
    return this.raise(this.start, "function is not allowed; write an arrow function such as x => x.trim()");
  }

  override parseMethod(): Expression {
    return this.raise(this.start, "An object cannot have methods");
  }

  override parseClass(): Expression {
    return this.raise(this.start, "class is not allowed");
  }

  override parseExprImport(): Expression {
    return this.raise(this.start, "import is not allowed");
  }

  override unexpected(offset = this.start): never {
    const found = this.input.slice(offset, Math.max(this.end, offset + 1));
    return this.raise(offset, found === "" ? "The expression ends too early" : `Unexpected ${quote(found)}`);
  }

  override raise(offset: number, message: string): never {
    throw new ExpressionError(
      message === "Assigning to rvalue" ? "Assignment is not allowed; write === to compare" : message,
      offset,
    );
  }

  override raiseRecoverable(offset: number, message: string): never {
    throw new ExpressionError(message, offset);
  }
}
