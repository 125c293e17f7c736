import type { PropertyDefinition } from "@weft/contract";
import { numberKind } from "./number.ts";
import type { PropertyKind } from "./property-kind.ts";
import { validateBounds } from "./read-number.ts";

/** A number from 0 to 5, unless the property sets other bounds. */
export const ratingKind: PropertyKind = {
  ordering: "number",
  readJson: (value, property, context) => numberKind.readJson(value, withBounds(property), context),
  readCell: (cell, property, context) => numberKind.readCell(cell, withBounds(property), context),
  validateDefinition: (property) => validateBounds(withBounds(property)),
};

function withBounds(property: PropertyDefinition): PropertyDefinition {
  return { ...property, min: property.min ?? 0, max: property.max ?? 5 };
}
