import type { LoaderProcessCreate } from "@weft/client";
import { columnTarget, type MappedFile } from "./column-target.ts";

/** The required targets that nothing provides yet, as sentences. The service reports the same, but only on request. */
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
    ...needed.map(({ slug, label }) => `Select the column for ${label} (${slug}).`),
    ...(lacksOptionName ? ["Select the column for Option name (optionName). It is required for options."] : []),
    ...(loadType.includes("COLOR") && !hasColor ? ["Select the column for Hex, or for Red, Green and Blue."] : []),
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
    ...(loadType.includes("ASSORTMENT") && assortmentSplit === undefined ? ["Select the assortment column."] : []),
    ...(loadType.includes("PROJECT_ITEM") && leadsToProject !== true ? ["Select the project of the items."] : []),
  ];
}
