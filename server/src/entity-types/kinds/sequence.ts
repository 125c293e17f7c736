import { error, type PropertyKind } from "./property-kind.ts";

const readOnly = () => error("is numbered by the service and cannot be set. Omit it.");

/** Numbered by the service on create: STY-000123. */
export const sequenceKind: PropertyKind = {
  ordering: "text",
  readJson: readOnly,
  readCell: readOnly,
  isComputed: true,
  validateDefinition: (property) =>
    property.default === undefined ? undefined : "sequence cannot have a default: the service numbers every entity.",
};
