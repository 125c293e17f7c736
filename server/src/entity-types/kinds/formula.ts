import { error, type PropertyKind } from "./property-kind.ts";

const readOnly = () => error("is computed by its formula and cannot be set. Omit it.");

/** Computed by its expression whenever the entity is written. Lists compare it as its resultKind: see orderingOf. */
export const formulaKind: PropertyKind = {
  ordering: "text",
  readJson: readOnly,
  readCell: readOnly,
  isComputed: true,
  validateDefinition(property) {
    if (property.expression === undefined) {
      return "formula requires expression, such as {price} * 1.19.";
    }
    if (property.resultKind === undefined) {
      return "formula requires resultKind, the data type of its result.";
    }
    return property.default === undefined
      ? undefined
      : "formula cannot have a default: its expression computes every value.";
  },
};
