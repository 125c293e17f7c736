import { fault, type PropertyKind, stored } from "./property-kind.ts";
import { shorten } from "./shorten.ts";

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
  readJson: (value) => (typeof value === "boolean" ? stored(value) : fault("must be true or false.")),
  readCell(cell) {
    const meaning = meanings.get(cell.toLowerCase());
    return meaning === undefined
      ? fault(`is neither true nor false: ${shorten(cell)}. Write it as true or false.`)
      : stored(meaning);
  },
};
