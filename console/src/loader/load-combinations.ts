import type { LoaderProcessCreate } from "@weft/client";

export type LoadType = NonNullable<LoaderProcessCreate["loadType"]>[number];

interface LoadCombination {
  /** Its value in a select. */
  readonly key: string;
  readonly types: readonly LoadType[];
  readonly label: string;
  readonly help: string;
}

/** The valid combinations of load types. */
export const loadCombinations: readonly LoadCombination[] = [
  combination(["ITEM"], "Items", "Styles and their options, such as colors."),
  combination(["ITEM", "PROJECT_ITEM"], "Items of a project", "Items, and a project item for each."),
  combination(
    ["ITEM", "PROJECT_ITEM", "ASSORTMENT"],
    "Items of a project and its assortments",
    "Items, their project items, and the assortments they are members of.",
  ),
  combination(["ITEM", "ASSORTMENT"], "Items of assortments", "Items, and the assortments they are members of."),
  combination(["COLOR"], "Colors", "Colors with hex, or red, green and blue values."),
  combination(["CUSTOM_ENTITY"], "Custom entities", "Entities of one of your own types, such as suppliers."),
  combination(["SIZE_RANGE_TEMPLATE"], "Size range templates", "Named lists of sizes, such as S, M, L."),
];

function combination(types: readonly LoadType[], label: string, help: string): LoadCombination {
  return { key: types.join(" "), types, label, help };
}

export function combinationOf(loadType: readonly LoadType[]): LoadCombination | undefined {
  return loadCombinations.find(
    ({ types }) => types.length === loadType.length && types.every((one) => loadType.includes(one)),
  );
}

/** As text; an unknown combination is named as it is. */
export function describeLoadType(loadType: readonly LoadType[] = []): string {
  return combinationOf(loadType)?.label ?? (loadType.join(", ") || "None");
}

interface IdentifyingColumn {
  readonly slug: string;
  readonly label: string;
  readonly isRequired: boolean;
}

const ofItems: readonly IdentifyingColumn[] = [
  { slug: "itemFamilyFederatedId", label: "Style external ID", isRequired: true },
  { slug: "itemOptionFederatedId", label: "Option external ID", isRequired: false },
  { slug: "name", label: "Name", isRequired: true },
  { slug: "optionName", label: "Option name", isRequired: false },
  { slug: "typePath", label: "Type path", isRequired: false },
  { slug: "optionGroup", label: "Option group", isRequired: false },
];
const ofMembers: IdentifyingColumn = { slug: "assortmentId", label: "Assortment id", isRequired: false };
const id: IdentifyingColumn = { slug: "federatedId", label: "External ID", isRequired: true };
const name: IdentifyingColumn = { slug: "name", label: "Name", isRequired: true };

/** The columns of a load, independent of the types. */
export function identifyingColumns(loadType: readonly LoadType[]): readonly IdentifyingColumn[] {
  switch (loadType[0]) {
    case "COLOR":
      return [
        id,
        name,
        ...["hex", "red", "green", "blue"].map((slug) => ({ slug, label: upperFirst(slug), isRequired: false })),
      ];
    case "CUSTOM_ENTITY":
      return [{ ...id, isRequired: false }, name, { slug: "typePath", label: "Type path", isRequired: true }];
    case "SIZE_RANGE_TEMPLATE":
      return [id, name, { slug: "sizeRange", label: "Sizes", isRequired: true }];
    default:
      return loadType.includes("ASSORTMENT") || loadType.includes("PROJECT_ITEM") ? [...ofItems, ofMembers] : ofItems;
  }
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The entity types that a load writes. */
export function entityTypesOf(loadType: readonly LoadType[]): readonly string[] {
  return loadType.map((one) => entityTypes[one]);
}

const entityTypes: Readonly<Record<LoadType, string>> = {
  ITEM: "item",
  PROJECT_ITEM: "project-item",
  ASSORTMENT: "assortment-item",
  COLOR: "color",
  CUSTOM_ENTITY: "custom-entity",
  SIZE_RANGE_TEMPLATE: "size-range-template",
};
