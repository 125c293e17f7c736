import { optionLookup, unknownOption } from "./option-lookup.ts";
import { error, type PropertyKind, stored } from "./property-kind.ts";

export const choiceKind: PropertyKind = {
  ordering: "option",
  readJson(value, _property, { options }) {
    if (typeof value !== "string") {
      return error("must be a string, the value of an option.");
    }
    return optionLookup(options).has(value) ? stored(value) : error(unknownOption(value, options));
  },
  readCell(cell, _property, { options }) {
    const value = optionLookup(options).valueNamed(cell);
    return value === undefined ? error(unknownOption(cell, options)) : stored(value);
  },
  validateDefinition: ({ optionSetId }) =>
    optionSetId === undefined ? "choice requires optionSetId, the id of an option set." : undefined,
};
