import { optionLookup, unknownOption } from "./option-lookup.ts";
import { fault, type PropertyKind, stored } from "./property-kind.ts";

export const choiceKind: PropertyKind = {
  ordering: "option",
  readJson(value, _property, { options }) {
    if (typeof value !== "string") {
      return fault("must be a text, the value of an option.");
    }
    return optionLookup(options).has(value) ? stored(value) : fault(unknownOption(value, options));
  },
  readCell(cell, _property, { options }) {
    const value = optionLookup(options).valueNamed(cell);
    return value === undefined ? fault(unknownOption(cell, options)) : stored(value);
  },
  faultOfDefinition: ({ optionSetId }) =>
    optionSetId === undefined ? "choice needs optionSetId, the id of an option set." : undefined,
};
