import type { Expression } from "acorn";

/** A known name inside a literal, and the position of its value. */
export interface Insert {
  readonly at: number;
  readonly name: string;
}

/** A name in braces that is replaced by its value. */
export interface Placeholder {
  readonly name: string;
  readonly isKnown: boolean;
}

export interface ParsedExpression {
  readonly root: Expression;
  /** Just after the expression, and after its closing brace. */
  readonly end: number;
  /** The nodes of the tree that represent names; acorn has no such node type, so they are literals. */
  readonly placeholders: ReadonlyMap<object, Placeholder>;
  /** By the offset of their literal. */
  readonly inserts: ReadonlyMap<number, readonly Insert[]>;
  readonly nodeCount: number;
}
