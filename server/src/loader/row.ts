import type { JsonValue } from "../platform/json-value.ts";

/** A row of the file as it was read. */
export interface CsvRow {
  /** As a spreadsheet shows it: the header is row 1. */
  readonly number: number;
  /** Trimmed; as many as there are headers. */
  readonly cells: readonly string[];
}

/** A row after all steps of preprocessing. */
export interface PreparedRow {
  readonly number: number;
  readonly original: readonly string[];
  /** By the columns of the last step. Undefined where a column was not made for this row: as if it were absent. */
  readonly values: readonly JsonValue[];
}
