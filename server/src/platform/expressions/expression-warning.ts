/** A warning for the author of a configuration; nothing has failed yet. */
export interface ExpressionWarning {
  /** kept-as-text: braces with neither a name nor an expression. read-as-text: text that looks like a calculation. */
  readonly kind: "unknown-name" | "read-as-text" | "kept-as-text";
  /** In UTF-16 units from the start of the text. */
  readonly offset: number;
  readonly message: string;
  /** Only for unknown names. */
  readonly name?: string;
  /** The known name closest to the unknown one. */
  readonly closest?: string | undefined;
}
