/** What a configuration's author should be told; nothing is wrong yet. */
export interface ExpressionWarning {
  /** kept-as-text: braces that hold neither a name nor an expression. read-as-text: what looks like a calculation. */
  readonly kind: "unknown-name" | "read-as-text" | "kept-as-text";
  /** In UTF-16 units from the start of the text. */
  readonly offset: number;
  readonly message: string;
  /** Of an unknown name. */
  readonly name?: string;
  /** The known name that is nearest to the unknown one. */
  readonly closest?: string | undefined;
}
