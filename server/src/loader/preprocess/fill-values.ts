import type { JsonValue } from "../../platform/json-value.ts";
import { readBooleanCell } from "./read-boolean-cell.ts";
import type { SourceColumn } from "./source-column.ts";

/** Creates the list of a row's values, by slot. Its end is empty for columns that are computed later. */
type Fill = (cells: readonly string[]) => JsonValue[];

/** Steps 1 to 3 in one pass: removed columns are never filled. */
export function compileFill(columns: readonly SourceColumn[], madeCount = 0): Fill {
  const cellOf = columns.map(({ source }) => ("cell" in source ? source.cell : -1));
  const textOf = columns.map(({ source }) => ("text" in source ? source.text : ""));
  return (cells) => {
    const values: JsonValue[] = [];
    for (let slot = 0; slot < cellOf.length; slot += 1) {
      const cell = cellOf[slot] ?? -1;
      values.push(cell < 0 ? textOf[slot] : readBooleanCell(cells[cell] ?? ""));
    }
    for (let made = 0; made < madeCount; made += 1) {
      values.push(undefined);
    }
    return values;
  };
}
