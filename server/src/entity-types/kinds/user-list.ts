import { error, type PropertyKind } from "./property-kind.ts";
import { readIds, splitList } from "./read-list.ts";

/** The ids of users. A cell refers to each by email, else by id. */
export const userListKind: PropertyKind = {
  ordering: "none",
  readJson: (value) => (Array.isArray(value) ? readIds(value) : error("must be a list of strings, the ids of users.")),
  readCell: (cell, _property, { idsOfNames }) =>
    readIds(splitList(cell).map((name) => idsOfNames?.get(name.toLowerCase()) ?? name)),
  referencesIn: (value) => (Array.isArray(value) ? value.map(String) : []),
};
