/** The rows with the same value of a field. */
export interface RowGroup {
  /** Distinguishes it from the others. */
  readonly key: string;
  readonly label: string;
  /** The number of its rows, as counted before they are read. */
  readonly count: number;
  /** What was counted before its rows were read. */
  readonly figures?: GroupFigures | undefined;
  /** Of an option: its position in its set, and the color that the set gives it. */
  readonly option?: { readonly place: number; readonly color: string | undefined } | undefined;
}

/** Counts, averages and sums. */
export interface GroupFigures {
  /** The number of styles and options; of other kinds, of entities. */
  readonly count: number;
  readonly styles: number;
  readonly options: number;
  /** By metric, such as avg:price: of the styles, or of the options where no style has a value. */
  readonly metrics: ReadonlyMap<string, { readonly value: number; readonly of: "styles" | "options" | "all" }>;
}
