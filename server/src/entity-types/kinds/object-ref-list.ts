import { error, type PropertyKind } from "./property-kind.ts";
import { readIds, splitList } from "./read-list.ts";

/** The ids of other entities. A cell refers to each by its federatedId, else by its id. */
export const objectRefListKind: PropertyKind = {
  ordering: "none",
  readJson: (value) =>
    Array.isArray(value) ? readIds(value) : error("must be a list of strings, the ids of entities."),
  readCell: (cell, _property, { idsOfNames }) => readIds(splitList(cell).map((name) => idsOfNames?.get(name) ?? name)),
  referencesIn: (value) => (Array.isArray(value) ? value.map(String) : []),
  validateDefinition: ({ referenceType }) =>
    referenceType === undefined
      ? "object_ref_list requires referenceType, the type of the entities it refers to."
      : undefined,
};
