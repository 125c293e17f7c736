import type { Expression } from "acorn";
import type { Closure } from "../evaluation.ts";
import type { KnownNames } from "../names/name-resolver.ts";
import type { Insert, Placeholder } from "../parsing/parsed-expression.ts";

/** Where a node stands. */
export interface Scope {
  /** The parameters of the arrow functions around it, by their places. */
  readonly parameters: ReadonlyMap<string, number>;
  /** Inside {…} a bare name stands for its value. */
  readonly isInBraces: boolean;
}

/** What the compilers of single nodes need of the whole. */
export interface Compilation {
  readonly source: string;
  readonly names: KnownNames;
  compile(node: Expression, scope: Scope): Closure;
  placeholderOf(node: Expression): Placeholder | undefined;
  insertsAt(offset: number): readonly Insert[];
  /** The value of a known name. */
  readName(name: string): Closure;
  /** undefined, and a warning. */
  readUnknownName(name: string, offset: number): Closure;
  /** A new place for a parameter. */
  nextLocal(): number;
  refuse(offset: number, reason: string): never;
}
