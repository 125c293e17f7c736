import type { EntityProperty } from "./entity-property.ts";

/** The role of an item: a style, or an option of one. Kinds without styles have neither. */
export type Place = "family" | "option" | "none";

/** The role of an entity, by its fields. Project items follow their item, which their own fields do not show. */
export function placeOf(entity: { readonly [field: string]: unknown }): Place {
  if (entity["entityType"] !== "item") return "none";
  const familyId = entity["itemFamilyId"];
  return typeof familyId === "string" && familyId !== "" && familyId !== entity["id"] ? "option" : "family";
}

const madeByService: Readonly<Record<string, string>> = {
  "item/roles": "Derived from the style.",
  "project/rootWorkspaceId": "Created with the project.",
  "assortment/projectId": "Derived from the workspace.",
  "assortment/summary": "Counted when the assortment is published.",
};

/** Why a property is read-only here, as a sentence; undefined where it is not. */
export function whyReadOnly(property: EntityProperty, entityType: string, place: Place): string | undefined {
  const { slug, propertyType, level, expression } = property;
  if (propertyType === "formula") {
    return `Computed${expression === undefined ? " by its formula" : `: ${expression}`}`;
  }
  if (propertyType === "sequence") return "Assigned by the service.";
  if (property.isBuiltIn && madeByService[`${entityType}/${slug}`] !== undefined) {
    return madeByService[`${entityType}/${slug}`];
  }
  if (place === "option" && level === "family") return "Stored in the style. Change it there.";
  if (place === "family" && level === "option") return "Set on options only.";
  return undefined;
}
