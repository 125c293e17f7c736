import { faultOfText } from "./fault-of-text.ts";
import { fault, type PropertyKind, type Reading, stored } from "./property-kind.ts";

export const stringKind: PropertyKind = {
  ordering: "text",
  readJson: (value) => (typeof value === "string" ? readText(value) : fault('must be a text, such as "Parka".')),
  readCell: readText,
};

function readText(text: string): Reading {
  const found = faultOfText(text);
  return found === undefined ? stored(text) : fault(found);
}
