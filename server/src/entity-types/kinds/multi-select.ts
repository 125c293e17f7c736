import { optionLookup, unknownOption } from "./option-lookup.ts";
import { error, type OptionPair, type PropertyKind, type Reading } from "./property-kind.ts";
import { readTextList, splitList } from "./read-list.ts";

export const multiSelectKind: PropertyKind = {
  ordering: "none",
  readJson: (value, _property, { options }) =>
    Array.isArray(value) ? readOptions(value, options) : error("must be a list of strings, the values of options."),
  readCell(cell, _property, { options }) {
    const { valueNamed } = optionLookup(options);
    return readOptions(
      splitList(cell).map((text) => valueNamed(text) ?? text),
      options,
    );
  },
  validateDefinition: ({ optionSetId }) =>
    optionSetId === undefined ? "multi_select requires optionSetId, the id of an option set." : undefined,
};

function readOptions(values: readonly unknown[], options: readonly OptionPair[]): Reading {
  const { has } = optionLookup(options);
  return readTextList(values, (text) => (has(text) ? undefined : unknownOption(text, options)));
}
