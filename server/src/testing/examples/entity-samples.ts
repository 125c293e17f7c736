import type { EntityKindName } from "@weft/contract";
import { type ExampleWorld, unknownId } from "./example-world.ts";
import type { Sample } from "./sample.ts";

/** What the samples refer to. */
interface Seeds {
  readonly projectId: string;
  readonly workspaceId: string;
  readonly assortmentId: string;
  readonly itemIds: readonly string[];
}

type EntitySample = Omit<Sample, "criteria" | "taken">;

const itemsMax = 9;

/** Creates what all kinds refer to, and returns the sample of each. */
export async function buildEntitySamples(world: ExampleWorld): Promise<Record<EntityKindName, EntitySample>> {
  await world.create("entity-types", { typePath: "item:apparel", label: "Apparel", properties: apparelProperties });
  const project = await world.create("projects", { name: "Spring 2026" });
  const assortment = await world.create("assortments", { name: "Outerwear", workspaceId: project.rootWorkspaceId });
  const itemIds: string[] = [];
  for (let number = 1; number <= itemsMax; number++) {
    itemIds.push((await world.create("items", { name: `Coat ${number}` })).id);
  }
  const seeds = {
    projectId: project.id,
    workspaceId: project.rootWorkspaceId,
    assortmentId: assortment.id,
    itemIds,
  };
  return { ...productSamples(), ...planSamples(seeds), ...memberSamples(seeds) };
}

function reference(slug: string, label: string, referenceType: EntityKindName) {
  return { slug, label, propertyType: "object_reference", referenceType };
}

const apparelProperties = [
  { slug: "price", label: "Price", propertyType: "currency", currency: "EUR", min: 0 },
  { slug: "careNotes", label: "Care notes", propertyType: "text", searchable: true },
  reference("mainColorId", "Main color", "color"),
  reference("zipperId", "Zipper", "custom-entity"),
  reference("sizesId", "Sizes", "size-range-template"),
];

const apparel = { typePath: "item:apparel", name: "Parka" };

function productSamples() {
  return {
    item: {
      draft: (number) => ({ ...apparel, name: `Parka ${number}`, price: 199.5, careNotes: "Wash at 30 °C." }),
      change: { price: 179, careNotes: null },
      bad: { typePath: "item:apparel", price: "much", mainColorId: unknownId },
      referrer: ({ id }) => ({ plural: "items", body: { name: "Parka, navy", itemFamilyId: id } }),
    },
    color: {
      draft: (number) => ({ name: `Navy ${number}`, hex: "1f2a44" }),
      change: { hex: "#223366" },
      bad: { hex: "blue", red: 300 },
      referrer: ({ id }) => ({ plural: "items", body: { ...apparel, mainColorId: id } }),
    },
    "custom-entity": {
      draft: (number) => ({ typePath: "custom-entity:zipper", name: `Zipper ${number}`, lengthCm: 60 }),
      change: { lengthCm: 65, supplier: "North Trims" },
      bad: { typePath: "zipper", name: 7 },
      referrer: ({ id }) => ({ plural: "items", body: { ...apparel, zipperId: id } }),
    },
    "size-range-template": {
      draft: (number) => ({ name: `Tops ${number}`, sizeRange: { sizes: ["S", "M", "L"] } }),
      change: { sizeRange: { sizes: ["XS", "S", "M", "L"] } },
      bad: { sizeRange: "S to L" },
      referrer: ({ id }) => ({ plural: "items", body: { ...apparel, sizesId: id } }),
    },
  } satisfies Record<string, EntitySample>;
}

function planSamples({ workspaceId, itemIds }: Seeds) {
  return {
    project: {
      draft: (number) => ({ name: `Autumn 202${number}`, market: "EMEA" }),
      change: { market: "Europe" },
      bad: { name: null, identifier: 7 },
      referrer: ({ rootWorkspaceId }) => ({
        plural: "assortments",
        body: { name: "Core", workspaceId: rootWorkspaceId },
      }),
    },
    workspace: {
      draft: (number) => ({ name: `Line ${number}`, parentWorkspaceId: workspaceId }),
      change: { description: "What the wholesale team plans." },
      bad: { name: "Line", parentWorkspaceId: unknownId },
      referrer: ({ id }) => ({ plural: "assortments", body: { name: "Core", workspaceId: id } }),
    },
    assortment: {
      draft: (number) => ({ name: `Knitwear ${number}`, workspaceId }),
      change: { description: "What the wholesale team sells." },
      bad: { name: "Knitwear", composedFromAssortmentIds: "none" },
      referrer: ({ id }) => ({ plural: "assortment-items", body: { assortmentId: id, itemId: itemIds[0] } }),
    },
  } satisfies Record<string, EntitySample>;
}

function memberSamples({ projectId, assortmentId, itemIds }: Seeds) {
  return {
    "project-item": {
      draft: (number) => ({ projectId, itemId: itemIds[number], plannedUnits: 1200 }),
      change: { plannedUnits: 900 },
      bad: { projectId: unknownId },
      referrer: ({ itemId }) => ({ plural: "assortment-items", body: { assortmentId, itemId } }),
    },
    "assortment-item": {
      draft: (number) => ({ assortmentId, itemId: itemIds[number], placement: "window" }),
      change: { placement: "shelf" },
      bad: { itemId: 7 },
    },
  } satisfies Record<string, EntitySample>;
}
