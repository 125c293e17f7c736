import { error, type PropertyKind, type Reading } from "./property-kind.ts";
import { readIds, splitList } from "./read-list.ts";

const imagesMax = 50;

/** The ids of uploaded files in the order in which they are shown; the first is the main one. */
export const imageListKind: PropertyKind = {
  ordering: "none",
  readJson: (value) => (Array.isArray(value) ? readFew(value) : error("must be a list of strings, the ids of files.")),
  readCell: (cell) => readFew(splitList(cell)),
  referencesIn: (value) => (Array.isArray(value) ? value.map(String) : []),
};

function readFew(values: readonly unknown[]): Reading {
  return values.length > imagesMax
    ? error(`has ${values.length} images, but can have at most ${imagesMax}.`)
    : readIds(values);
}
