import { PatternError } from "./pattern-error.ts";

/** Reads a pattern by whole characters: surrogate pairs are never split, as with JavaScript's u flag. */
export class PatternReader {
  readonly #pattern: string;
  offset = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  get isAtEnd(): boolean {
    return this.offset >= this.#pattern.length;
  }

  isAt(text: string): boolean {
    return this.#pattern.startsWith(text, this.offset);
  }

  take(text: string): boolean {
    if (!this.isAt(text)) return false;
    this.offset += text.length;
    return true;
  }

  /** The groups of what the sticky expression matches here; consumes nothing if it does not match. */
  match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.offset;
    const found = expression.exec(this.#pattern) ?? undefined;
    if (found !== undefined) this.offset = expression.lastIndex;
    return found;
  }

  nextCodePoint(): number {
    const codePoint = this.#pattern.codePointAt(this.offset);
    if (codePoint === undefined) return this.fail("The pattern ends too early");
    this.offset += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }

  fail(reason: string): never {
    throw new PatternError(reason, this.offset);
  }
}
