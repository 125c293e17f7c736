import type { Expression } from "acorn";

/** A known name inside a literal text, and where in it the value goes. */
export interface Insert {
  readonly at: number;
  readonly name: string;
}

/** A name in braces that stands for its value. */
export interface Placeholder {
  readonly name: string;
  readonly isKnown: boolean;
}

export interface ParsedExpression {
  readonly root: Expression;
  /** Just behind the expression, and behind the brace that closes it. */
  readonly end: number;
  /** The nodes of the tree that stand for names; acorn has no node of this kind, so they are literals. */
  readonly placeholders: ReadonlyMap<object, Placeholder>;
  /** By the offset of their literal. */
  readonly inserts: ReadonlyMap<number, readonly Insert[]>;
  readonly nodeCount: number;
}
