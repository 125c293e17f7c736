interface Target {
  readonly name: string;
  readonly identifier: string;
}

const mappings = {
  itemFamilyFederatedId: "Style",
  itemOptionFederatedId: "SKU",
  name: "Style Name",
  optionName: "Colour",
};

/** A loader configuration for project items, to save in a file beside the CSV. */
export function projectItemSnippet(workspaceIdentifier: string): string {
  return print({ loadType: ["ITEM", "PROJECT_ITEM"], workspaceIdentifier, federatedMappings: mappings });
}

/** One that also loads assortments: the column Assortment has the assortment of each row. */
export function assortmentSnippet(workspaceIdentifier: string | undefined, targets: readonly Target[]): string {
  return print({
    loadType: ["ITEM", "PROJECT_ITEM", "ASSORTMENT"],
    ...(workspaceIdentifier === undefined ? {} : { workspaceIdentifier }),
    federatedMappings: mappings,
    assortmentSplit: {
      fieldToSplitOn: "Assortment",
      values: targets.map(({ name, identifier }) => ({ value: name, assortmentIdentifier: identifier })),
    },
  });
}

/** Short lists and pairs stay on one line. */
function print(configuration: object): string {
  return JSON.stringify(configuration, null, 2)
    .replace(/\[\s+("[A-Z_]+"(?:,\s+"[A-Z_]+")*)\s+\]/g, (_all, names: string) => `[${names.replace(/\s+/g, " ")}]`)
    .replace(/\{\s+("value": .*),\n\s+("assortmentIdentifier": .*)\n\s+\}/g, "{ $1, $2 }");
}
