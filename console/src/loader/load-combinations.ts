import type { LoaderProcessCreate } from "@weft/client";

export type LoadType = NonNullable<LoaderProcessCreate["loadType"]>[number];

interface LoadCombination {
  /** Stands for it in a select. */
  readonly key: string;
  readonly types: readonly LoadType[];
  readonly label: string;
  readonly help: string;
}

/** What a file may hold; there are no other combinations. */
export const loadCombinations: readonly LoadCombination[] = [
  combination(["ITEM"], "Items", "Families and their options, such as styles and colours."),
  combination(["ITEM", "PROJECT_ITEM"], "Items of a project", "The items, and a project item for each in a season."),
  combination(
    ["ITEM", "PROJECT_ITEM", "ASSORTMENT"],
    "Items of a project and its assortments",
    "The items, their project items, and the assortments that they are members of.",
  ),
  combination(["ITEM", "ASSORTMENT"], "Items of assortments", "The items, and the assortments they are members of."),
  combination(["COLOR"], "Colors", "Colors with their hex or red, green and blue."),
  combination(["CUSTOM_ENTITY"], "Custom entities", "Entities of one type of your own, such as suppliers."),
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

/** In words; what is no combination is named as it stands. */
export function describeLoadType(loadType: readonly LoadType[] = []): string {
  return combinationOf(loadType)?.label ?? (loadType.join(", ") || "Nothing");
}

interface IdentifyingColumn {
  readonly slug: string;
  readonly label: string;
  readonly isRequired: boolean;
}

const ofItems: readonly IdentifyingColumn[] = [
  { slug: "itemFamilyFederatedId", label: "Id of the family", isRequired: true },
  { slug: "itemOptionFederatedId", label: "Id of the option", isRequired: false },
  { slug: "name", label: "Name", isRequired: true },
  { slug: "optionName", label: "Name of the option", isRequired: false },
  { slug: "typePath", label: "Type path", isRequired: false },
  { slug: "optionGroup", label: "Option group", isRequired: false },
];
const ofMembers: IdentifyingColumn = { slug: "assortmentId", label: "Id of the assortment", isRequired: false };
const id: IdentifyingColumn = { slug: "federatedId", label: "Id", isRequired: true };
const name: IdentifyingColumn = { slug: "name", label: "Name", isRequired: true };

/** The columns that a load reads itself, whatever the types say. */
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
