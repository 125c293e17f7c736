import { error, type PropertyKind, stored } from "./property-kind.ts";
import { shorten } from "./validate-text.ts";

const meanings: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

/** The meaning of a cell, wherever a file says yes or no; undefined if it says neither. */
export function readTruth(cell: string): boolean | undefined {
  return meanings.get(cell.toLowerCase());
}

export const booleanKind: PropertyKind = {
  ordering: "text",
  readJson: (value) => (typeof value === "boolean" ? stored(value) : error("must be true or false.")),
  readCell(cell) {
    const meaning = readTruth(cell);
    return meaning === undefined
      ? error(`is neither true nor false: ${shorten(cell)}. Write it as true or false.`)
      : stored(meaning);
  },
};
