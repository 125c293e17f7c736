import "../../expressions/parsing/acorn-internals.ts";

/** What the parser of scripts relies on beyond the parser of expressions, and acorn's typings leave out. */
declare module "acorn" {
  interface Parser {
    strict: boolean;
    parseStatement(...state: unknown[]): Statement;
    declareName(name: string, ...state: unknown[]): void;
  }
}
