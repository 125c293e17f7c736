import { type PropertyDefinition, type PropertyType, propertySchema } from "@weft/contract";

/** A definition with everything its kind needs, plus the test's additions. */
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
