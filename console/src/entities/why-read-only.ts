import type { EntityProperty } from "./entity-property.ts";

/** Where an item stands: by itself a family, below one an option. Kinds without families are at neither. */
export type Place = "family" | "option" | "none";

/** Where an entity stands, by its fields. Project items follow their item, which their own fields do not tell. */
export function placeOf(entity: { readonly [field: string]: unknown }): Place {
  if (entity["entityType"] !== "item") return "none";
  const familyId = entity["itemFamilyId"];
  return typeof familyId === "string" && familyId !== "" && familyId !== entity["id"] ? "option" : "family";
}

const madeByService: Readonly<Record<string, string>> = {
  "item/roles": "Follows from the family.",
  "project/rootWorkspaceId": "Made together with the project.",
  "assortment/projectId": "Follows from the workspace.",
  "assortment/summary": "Counted when the assortment is published.",
};

/** Why nobody can set a property here, in a sentence; undefined where one can. */
export function whyReadOnly(property: EntityProperty, entityType: string, place: Place): string | undefined {
  const { slug, propertyType, level, expression } = property;
  if (propertyType === "formula") {
    return `Computed${expression === undefined ? " by its formula" : `: ${expression}`}`;
  }
  if (propertyType === "sequence") return "Numbered by the service.";
  if (property.isBuiltIn && madeByService[`${entityType}/${slug}`] !== undefined) {
    return madeByService[`${entityType}/${slug}`];
  }
  if (place === "option" && level === "family") return "Held by the family; change it there.";
  if (place === "family" && level === "option") return "Belongs to the options; a family has none.";
  return undefined;
}
