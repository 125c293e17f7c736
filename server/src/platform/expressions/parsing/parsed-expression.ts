import type { Expression } from "acorn";

/** A name in braces that is replaced by its value. An unknown one has none. */
export interface Placeholder {
  readonly name: string;
  readonly isKnown: boolean;
}

/** A name inside a literal. */
export interface Insert extends Placeholder {
  /** The position of its value in the text of the literal. */
  readonly at: number;
  /** The position of its brace in the source. */
  readonly offset: number;
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
