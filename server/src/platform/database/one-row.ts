import assert from "node:assert";

/** The row of a statement that always returns one. */
export function oneRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  assert(row !== undefined, "a statement that always answers a row has answered none");
  return row;
}
