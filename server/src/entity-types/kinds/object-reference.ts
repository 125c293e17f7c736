import { error, type PropertyKind } from "./property-kind.ts";
import { readId } from "./read-list.ts";

/** The id of another entity. A cell refers to it by its federatedId, else by its id. */
export const objectReferenceKind: PropertyKind = {
  ordering: "text",
  readJson: (value) => (typeof value === "string" ? readId(value) : error("must be a string, the id of an entity.")),
  readCell: (cell, _property, { idsOfNames }) => readId(idsOfNames?.get(cell) ?? cell),
  referencesIn: (value) => (typeof value === "string" ? [value] : []),
  validateDefinition: ({ referenceType }) =>
    referenceType === undefined
      ? "object_reference requires referenceType, the type of the entity it refers to."
      : undefined,
};
