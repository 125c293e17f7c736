import type { EntityKindName, LoadConfiguration, LoadType } from "@weft/contract";

const entityTypes: Readonly<Record<LoadType, EntityKindName>> = {
  ITEM: "item",
  PROJECT_ITEM: "project-item",
  ASSORTMENT: "assortment-item",
  COLOR: "color",
  CUSTOM_ENTITY: "custom-entity",
  SIZE_RANGE_TEMPLATE: "size-range-template",
};

/** The entity types whose properties the columns of a load may name. */
export function entityTypesOfLoad({ loadType = [] }: LoadConfiguration): readonly EntityKindName[] {
  return loadType.map((one) => entityTypes[one]);
}
