import { error, type PropertyKind } from "./property-kind.ts";

const readOnly = () => error("is computed by its formula and cannot be set. Leave it out.");

/** Computed by its expression whenever the entity is written. Lists compare it as its resultKind: see orderingOf. */
export const formulaKind: PropertyKind = {
  ordering: "text",
  readJson: readOnly,
  readCell: readOnly,
  isComputed: true,
  validateDefinition(property) {
    if (property.expression === undefined) {
      return "formula needs expression, such as {price} * 1.19.";
    }
    if (property.resultKind === undefined) {
      return "formula needs resultKind, the kind of what its expression answers.";
    }
    return property.default === undefined ? undefined : "formula takes no default: its expression makes every value.";
  },
};
