/** The rows with the same value of a field. */
export interface RowGroup {
  /** Distinguishes it from the others. */
  readonly key: string;
  readonly label: string;
  /** The number of its rows, as counted before they are read. */
  readonly count: number;
}
