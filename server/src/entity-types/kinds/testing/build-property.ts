import { type PropertyDefinition, type PropertyType, propertySchema } from "@weft/contract";

/** A definition with everything that its kind needs, and what the test adds. */
export function buildProperty(
  propertyType: PropertyType,
  options: Partial<PropertyDefinition> = {},
): PropertyDefinition {
  return propertySchema.parse({ slug: "it", label: "It", propertyType, ...needed[propertyType], ...options });
}

const needed: Partial<Record<PropertyType, Partial<PropertyDefinition>>> = {
  choice: { optionSetId: "seasons" },
  multi_select: { optionSetId: "seasons" },
  object_reference: { referenceType: "item" },
  object_ref_list: { referenceType: "item" },
  formula: { expression: "1", resultKind: "number" },
};
