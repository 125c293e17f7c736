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

/** Why a regular expression is rejected, and where in it. */
export class PatternError extends Error {
  readonly offset: number;

  constructor(reason: string, offset: number, options?: ErrorOptions) {
    super(reason, options);
    this.name = "PatternError";
    this.offset = offset;
  }
}

export interface PatternFlags {
  readonly isGlobal: boolean;
  readonly ignoresCase: boolean;
  readonly isMultiline: boolean;
  readonly dotMatchesAll: boolean;
  readonly isUnicode: boolean;
}

export function readFlags(flags: string): PatternFlags {
  if (/[^gimsu]/.test(flags)) throw new PatternError("Only the flags g, i, m, s and u are allowed", 0);
  return {
    isGlobal: flags.includes("g"),
    ignoresCase: flags.includes("i"),
    isMultiline: flags.includes("m"),
    dotMatchesAll: flags.includes("s"),
    isUnicode: flags.includes("u"),
  };
}
