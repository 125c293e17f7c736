import type { EntityType } from "@weft/client";

type Property = readonly [slug: string, label: string, propertyType: string];

/** A type as the service returns it, with these properties of its own. */
function buildType(typePath: string, properties: readonly Property[], inherited: readonly Property[] = []): EntityType {
  const shown = ([slug, label, propertyType]: Property) => ({ slug, label, propertyType });
  return {
    id: typePath,
    entityType: "entity-type",
    typePath,
    label: typePath.split(":").at(-1) ?? "",
    mode: "open",
    isDescribed: true,
    presentation: {},
    effectivePresentation: {},
    properties: properties.map(shown),
    inheritedProperties: inherited.map((one) => ({ ...shown(one), declaredBy: "item", isBuiltIn: false })),
    createdOn: "2026-01-01T00:00:00.000Z",
    updatedOn: "2026-01-01T00:00:00.000Z",
    createdById: null,
    updatedById: null,
    version: 1,
  };
}

const product = [
  ["retailPrice", "Retail price", "currency"],
  ["gender", "Gender", "choice"],
  ["margin", "Margin", "formula"],
] as const;

/** The types of a small fashion company. */
export const someTypes: readonly EntityType[] = [
  buildType("item", []),
  buildType("item:product", product),
  buildType("item:product:shoe", [["heelHeight", "Heel height in mm", "number"]], product),
  buildType("project-item", [["inStore", "In store", "date"]]),
  buildType("assortment-item", [["rank", "Rank", "number"]]),
  buildType("color", [["tone", "Tone", "choice"]]),
  buildType("custom-entity", []),
  buildType("custom-entity:supplier", [
    ["country", "Country", "string"],
    ["city", "City", "string"],
  ]),
  buildType("size-range-template", []),
];
