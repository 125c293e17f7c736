/** A table with columns of sealed values (bytea), which a rotation of the service's secret encrypts again. */
export interface SealedTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** The columns of its primary key, in order, with their types. */
  readonly key: Readonly<Record<string, "text" | "integer" | "bytea">>;
  /** The context that the values of a row are sealed in, from its key as text. */
  contextOf(key: readonly string[]): string;
}
