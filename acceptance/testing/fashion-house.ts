import { expect } from "vitest";
import { csvOf, makeFashionLine } from "../../tools/fashion-line.ts";
import type { LoadClient } from "./load-client.ts";

/** The load configurations for a line of tools/fashion-line.ts. */
export const fashionLoads = {
  colors: { loadType: ["COLOR"] },
  sizes: { loadType: ["SIZE_RANGE_TEMPLATE"] },
  items: {
    loadType: ["ITEM", "PROJECT_ITEM", "ASSORTMENT"],
    federatedMappings: {
      itemFamilyFederatedId: "Style",
      itemOptionFederatedId: "SKU",
      name: "Style Name",
      optionName: "Colour",
      typePath: "item:product",
      optionGroup: "color",
    },
    propertiesToRemove: ["Category"],
    assortmentSplit: {
      fieldToSplitOn: "Line",
      values: [
        { value: "Core", assortmentIdentifier: "core" },
        { value: "Fashion", assortmentIdentifier: "fashion" },
        { value: "Outlet", assortmentIdentifier: "outlet" },
      ],
    },
  },
} as const;

/** Defines the types of a fashion house, and creates its project with three assortments. */
export async function buildFashionHouse(client: LoadClient): Promise<void> {
  const seasons = await client.call("POST", "/option-sets", {
    name: "Seasons",
    options: [
      { value: "FW26", display: "Fall/Winter 26" },
      { value: "SS27", display: "Spring/Summer 27" },
    ],
  });
  const regions = await client.call("POST", "/option-sets", {
    name: "Regions",
    options: ["EMEA", "APAC", "Americas"].map((value) => ({ value, display: value })),
  });
  const describe = (typePath: string, properties: readonly object[]) =>
    client.call("PUT", `/entity-types/${typePath}`, { properties });
  await describe("item", [
    property("season", "Season", "choice", { level: "family", optionSetId: seasons.id }),
    property("price", "Price", "currency", { level: "option", currency: "EUR" }),
    property("launch", "Launch", "date", { level: "option" }),
    property("sustainable", "Sustainable", "boolean", { level: "family" }),
    property("regions", "Regions", "multi_select", { level: "option", optionSetId: regions.id }),
    property("color", "Colour Code", "object_reference", { level: "option", referenceType: "color" }),
    property("sizeRun", "Size Run", "object_reference", { level: "all", referenceType: "size-range-template" }),
    property("sizes", "Sizes", "size_range", { level: "option", templateProperty: "sizeRun" }),
    property("lookBook", "Look Book", "url", { level: "option" }),
    property("care", "Care", "json", { level: "family" }),
  ]);
  await describe("project-item", [property("target", "Target", "number", { level: "option" })]);
  await describe("assortment-item", [property("rank", "Rank", "number")]);
  const { rootWorkspaceId: workspaceId } = await client.call("POST", "/projects", { name: "Fall/Winter 26" });
  for (const identifier of ["core", "fashion", "outlet"]) {
    await client.call("POST", "/assortments", { name: identifier, workspaceId, identifier });
  }
}

function property(slug: string, label: string, propertyType: string, more: object = {}): object {
  return { slug, label, propertyType, ...more };
}

/** A house with its colors and sizes, before the first season. */
export async function buildLoadedHouse(client: LoadClient): Promise<void> {
  await buildFashionHouse(client);
  const { colors, sizes } = makeFashionLine({ families: 0, seed: 1, mistakesPercent: 0 });
  for (const loaded of [
    await client.load(csvOf(colors), fashionLoads.colors),
    await client.load(csvOf(sizes), fashionLoads.sizes),
  ]) {
    expect(loaded).toMatchObject({ status: "completed" });
  }
}
