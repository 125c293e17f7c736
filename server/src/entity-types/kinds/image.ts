import { error, type PropertyKind } from "./property-kind.ts";
import { readId } from "./read-list.ts";

/** The id of an uploaded file. */
export const imageKind: PropertyKind = {
  ordering: "text",
  readJson: (value) => (typeof value === "string" ? readId(value) : error("must be a string, the id of a file.")),
  readCell: readId,
  referencesIn: (value) => (typeof value === "string" ? [value] : []),
};
