/**
 * What acorn's plugins rely on and its typings omit. acorn's version is pinned, and the tests would detect a change.
 */
declare module "acorn" {
  interface Parser {
    pos: number;
    start: number;
    end: number;
    lastTokEnd: number;
    type: TokenType;
    context: unknown[];
    exprAllowed: boolean;
    nextToken(): void;
    next(): void;
    expect(type: TokenType): void;
    unexpected(offset?: number): never;
    raise(offset: number, message: string): never;
    raiseRecoverable(offset: number, message: string): never;
    finishToken(type: TokenType, value: string): void;
    finishNode(node: Node, type: string): Node;
    readEscapedChar(inTemplate: boolean): string;
    readString(quoteCode: number): void;
    readTmplToken(): void;
    parseExpression(...state: unknown[]): Expression;
    parseMaybeAssign(...state: unknown[]): Expression;
    parseMaybeUnary(...state: unknown[]): Expression;
    parseExprOp(...state: unknown[]): Expression;
    parseExprAtom(...state: unknown[]): Expression;
    parseNew(): Expression;
    parseBindingAtom(): Expression;
    parseExprImport(...state: unknown[]): Expression;
    parseFunction(...state: unknown[]): Expression;
    parseClass(...state: unknown[]): Expression;
    parseMethod(...state: unknown[]): Expression;
    parseFunctionBody(node: ArrowFunctionExpression, ...state: unknown[]): void;
    checkParams(node: ArrowFunctionExpression, allowDuplicates: boolean): void;
    exitScope(): void;
    regexp_disjunction(state: unknown): void;
  }
}

export {};
