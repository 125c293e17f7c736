import type { LoadConfiguration } from "@weft/contract";
import { entityTypesOfLoad } from "./entity-types-of-load.ts";

const ofEntities = ["federatedId", "name", "typePath"];
const ofItems = ["itemFamilyFederatedId", "itemOptionFederatedId", "name", "optionName", "typePath", "optionGroup"];

/** The columns that a load itself reads to identify a row's entities and targets, whatever the types define. */
export function controlColumns(configuration: LoadConfiguration): ReadonlySet<string> {
  const { assortmentSplit, assortmentItemDropField } = configuration;
  const names = entityTypesOfLoad(configuration).flatMap((entityType) => {
    switch (entityType) {
      case "item":
        return ofItems;
      // The project may be found by the assortment of the first row.
      case "project-item":
        return ["assortmentId"];
      case "assortment-item":
        return [
          "assortmentId",
          assortmentSplit?.fieldToSplitOn,
          assortmentSplit?.addField,
          assortmentSplit?.dropField,
          assortmentItemDropField,
        ];
      case "color":
        return [...ofEntities, "hex", "red", "green", "blue"];
      case "size-range-template":
        return [...ofEntities, "sizeRange"];
      default:
        return ofEntities;
    }
  });
  return new Set(names.filter((name) => name !== undefined));
}
