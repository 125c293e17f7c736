import type { LoaderProcessCreate } from "@weft/client";
import { columnTarget, type MappedFile } from "./column-target.ts";

/** What the load needs and nothing gives yet, in sentences. The service says the same, but only when it is asked. */
export function missingTargets(configuration: LoaderProcessCreate, file: MappedFile): readonly string[] {
  const { federatedMappings = {}, conditionalColumns = [], loadType = [], loaderConfigurationId } = configuration;
  if (loaderConfigurationId !== undefined) return [];
  const given = new Set([
    ...file.headers.map((header) => columnTarget(configuration, header, file)),
    ...Object.keys(federatedMappings),
    ...conditionalColumns.map(({ toProperty }) => toProperty),
  ]);
  const needed = file.catalog.identifying.filter(({ slug, isRequired }) => isRequired && !given.has(slug));
  const lacksOptionName = loadType.includes("ITEM") && given.has("itemOptionFederatedId") && !given.has("optionName");
  const hasColor = given.has("hex") || ["red", "green", "blue"].every((channel) => given.has(channel));
  return [
    ...needed.map(({ slug, label }) => `Choose the column for ${label} (${slug}).`),
    ...(lacksOptionName ? ["Choose the column for Name of the option (optionName): options need one."] : []),
    ...(loadType.includes("COLOR") && !hasColor ? ["Choose the column for Hex, or for Red, Green and Blue."] : []),
    ...missingPlaces(configuration, given),
  ];
}

function missingPlaces(
  { loadType = [], assortmentSplit, workspaceIdentifier }: LoaderProcessCreate,
  given: ReadonlySet<string | undefined>,
): string[] {
  const leadsToProject =
    workspaceIdentifier !== undefined ||
    given.has("assortmentId") ||
    assortmentSplit?.values.some(
      ({ assortmentId, assortmentIdentifier }) => (assortmentId ?? assortmentIdentifier) !== undefined,
    );
  return [
    ...(loadType.includes("ASSORTMENT") && assortmentSplit === undefined
      ? ["Choose the column that picks the assortment of a row."]
      : []),
    ...(loadType.includes("PROJECT_ITEM") && leadsToProject !== true
      ? ["Choose the project that takes the items."]
      : []),
  ];
}
