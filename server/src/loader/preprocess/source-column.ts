/** A column before the first row is read: a cell of the file, or one text for every row. */
export interface SourceColumn {
  readonly name: string;
  readonly source: { readonly cell: number } | { readonly text: string };
}
