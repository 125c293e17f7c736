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

export const booleanKind: PropertyKind = {
  ordering: "text",
  readJson: (value) => (typeof value === "boolean" ? stored(value) : error("must be true or false.")),
  readCell(cell) {
    const meaning = meanings.get(cell.toLowerCase());
    return meaning === undefined
      ? error(`is neither true nor false: ${shorten(cell)}. Write it as true or false.`)
      : stored(meaning);
  },
};
