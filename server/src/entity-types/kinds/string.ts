import { error, type PropertyKind, type Reading, stored } from "./property-kind.ts";
import { validateText } from "./validate-text.ts";

export const stringKind: PropertyKind = {
  ordering: "text",
  readJson: (value) => (typeof value === "string" ? readText(value) : error('must be a string, such as "Parka".')),
  readCell: readText,
};

function readText(text: string): Reading {
  const found = validateText(text);
  return found === undefined ? stored(text) : error(found);
}
