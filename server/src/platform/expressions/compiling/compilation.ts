import type { Expression } from "acorn";
import type { Closure } from "../evaluation.ts";
import type { KnownNames } from "../names/name-resolver.ts";
import type { Insert, Placeholder } from "../parsing/parsed-expression.ts";

/** The context of a node. */
export interface Scope {
  /** The parameters of the enclosing arrow functions, by slot. */
  readonly parameters: ReadonlyMap<string, number>;
  /** Inside {…} a bare name is its value. */
  readonly isInBraces: boolean;
}

/** What the compilers of single nodes need from the whole compilation. */
export interface Compilation {
  readonly source: string;
  readonly names: KnownNames;
  compile(node: Expression, scope: Scope): Closure;
  placeholderOf(node: Expression): Placeholder | undefined;
  insertsAt(offset: number): readonly Insert[];
  /** The value of a known name. */
  readName(name: string): Closure;
  /** Compiles to undefined, with a warning. */
  readUnknownName(name: string, offset: number): Closure;
  /** A new slot for a parameter. */
  nextLocal(): number;
  refuse(offset: number, reason: string): never;
}
