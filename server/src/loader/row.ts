import type { JsonValue } from "../platform/json-value.ts";

/** A row as read from the file. */
export interface CsvRow {
  /** The row number in a spreadsheet: the header is row 1. */
  readonly number: number;
  /** Trimmed. As many as there are headers. */
  readonly cells: readonly string[];
}

/** A row after all steps of preprocessing. */
export interface PreparedRow {
  readonly number: number;
  readonly original: readonly string[];
  /** By the columns of the last step. Undefined if a column was not computed for this row, as if it were absent. */
  readonly values: readonly JsonValue[];
}
