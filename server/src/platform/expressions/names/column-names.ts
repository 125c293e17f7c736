import { NearestName } from "../../closest-name.ts";
import type { JsonValue } from "../../json-value.ts";
import type { NameInBraces, NameResolver } from "./name-resolver.ts";

/** Rows are lists of cells by column number, so that a column called __proto__ is only a number. */
export type Row = readonly JsonValue[];

/** Names with more closing braces are not found. */
const closingBracesMax = 16;

/** The columns of a table as names. They may contain spaces, dots, quotes and braces; a cell is not an object. */
export function columnNames(columns: readonly string[]): NameResolver<Row> {
  const indexes = new Map(columns.map((name, index) => [name, index]));
  const closingBraces = columns.reduce((most, name) => Math.max(most, name.split("}").length), 0);
  const nearest = new NearestName(columns);
  const has = (name: string) => indexes.has(name);
  return {
    holdsObjects: false,
    has,
    nameAt: (source, offset) => longestName(source, offset, Math.min(closingBraces, closingBracesMax), has),
    closest: (name) => nearest.find(name),
    reader: (name) => {
      const index = indexes.get(name);
      // A cell that is missing because its row is short counts as empty.
      return index === undefined ? undefined : (row) => row[index] ?? "";
    },
  };
}

/** The name up to one of the next closing braces, the farthest first. */
function longestName(
  source: string,
  offset: number,
  closingBraces: number,
  has: (name: string) => boolean,
): NameInBraces | undefined {
  const ends: number[] = [];
  for (
    let end = source.indexOf("}", offset);
    end >= 0 && ends.length < closingBraces;
    end = source.indexOf("}", end + 1)
  ) {
    ends.unshift(end);
  }
  const found = ends.find((end) => has(source.slice(offset, end).trim()));
  return found === undefined ? undefined : { name: source.slice(offset, found).trim(), end: found + 1 };
}
