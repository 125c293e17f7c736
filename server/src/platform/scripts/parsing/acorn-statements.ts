import "../../expressions/parsing/acorn-internals.ts";

/** What the script parser relies on beyond the expression parser, and acorn's typings omit. */
declare module "acorn" {
  interface Parser {
    strict: boolean;
    parseStatement(...state: unknown[]): Statement;
    declareName(name: string, ...state: unknown[]): void;
  }
}
