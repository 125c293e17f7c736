import type { ColumnDefinition, LoaderProcessCreate } from "@weft/client";
import { tidy } from "./load-configuration.ts";
import { knownSlug, type PropertyCatalog } from "./property-catalog.ts";

/** The file to which a configuration is applied. */
export interface MappedFile {
  readonly headers: readonly string[];
  readonly catalog: PropertyCatalog;
}

/** The target of a column: the name under which its values are stored; undefined when it is skipped. */
export function columnTarget(
  configuration: LoaderProcessCreate,
  header: string,
  { headers, catalog }: MappedFile,
): string | undefined {
  const { federatedMappings = {}, conditionalColumns = [], propertiesToRemove = [] } = configuration;
  const mapped = Object.entries(federatedMappings).find(([to, from]) => from === header && !headers.includes(to));
  const copied = conditionalColumns.find((definition) => isCopyOf(definition, header));
  const target = mapped?.[0] ?? copied?.toProperty;
  if (target !== undefined) return target;
  return propertiesToRemove.includes(header) ? undefined : (knownSlug(catalog, header) ?? header);
}

/** The configuration in which a column has this target. Its previous source is skipped. */
export function setColumnTarget(
  configuration: LoaderProcessCreate,
  header: string,
  target: string | undefined,
  file: MappedFile,
): LoaderProcessCreate {
  const others = file.headers.filter(
    (other) => other !== header && target !== undefined && columnTarget(configuration, other, file) === target,
  );
  const free = others.reduce((rest, other) => leaveOut(withoutColumn(rest, other, file), other), configuration);
  const bare = withoutColumn(free, header, file);
  if (target === undefined) return tidy(leaveOut(bare, header));
  if (target === (knownSlug(file.catalog, header) ?? header)) return tidy(bare);
  return tidy(file.headers.includes(target) ? copyOver(bare, header, target) : mapTo(bare, header, target));
}

function isCopyOf({ fromProperty, conditions, default: fallback }: ColumnDefinition, header: string): boolean {
  return fromProperty === header && conditions === undefined && fallback === undefined;
}

/** As if the column were not configured. */
function withoutColumn(
  { federatedMappings = {}, conditionalColumns = [], propertiesToRemove = [], ...rest }: LoaderProcessCreate,
  header: string,
  { headers }: MappedFile,
): LoaderProcessCreate {
  const mappings = Object.entries(federatedMappings).filter(([to, from]) => from !== header || headers.includes(to));
  return {
    ...rest,
    federatedMappings: Object.fromEntries(mappings),
    conditionalColumns: conditionalColumns.filter((definition) => !isCopyOf(definition, header)),
    propertiesToRemove: propertiesToRemove.filter((name) => name !== header),
  };
}

function leaveOut(configuration: LoaderProcessCreate, header: string): LoaderProcessCreate {
  return { ...configuration, propertiesToRemove: [...(configuration.propertiesToRemove ?? []), header] };
}

/** The original would be kept beside its copy, so it is removed, unless an expression reads it. */
function mapTo(configuration: LoaderProcessCreate, header: string, target: string): LoaderProcessCreate {
  const federatedMappings = { ...configuration.federatedMappings, [target]: header };
  const mapped = { ...configuration, federatedMappings };
  return isRead(configuration, header) ? mapped : leaveOut(mapped, header);
}

/** A column of the file takes precedence over a mapping to its name; a conditional column overwrites it. */
function copyOver(configuration: LoaderProcessCreate, header: string, target: string): LoaderProcessCreate {
  const copy = { toProperty: target, fromProperty: header };
  return { ...configuration, conditionalColumns: [copy, ...(configuration.conditionalColumns ?? [])] };
}

function isRead({ conditionalColumns = [] }: LoaderProcessCreate, header: string): boolean {
  return conditionalColumns.some(
    ({ fromProperty, conditions, default: fallback }) =>
      fromProperty === header || JSON.stringify([conditions, fallback] satisfies unknown[]).includes(`{${header}`),
  );
}

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

/** The names that expressions can read: the targets of columns, and the original names of kept ones. */
export function readableColumns(configuration: LoaderProcessCreate, file: MappedFile): readonly string[] {
  const { propertiesToRemove = [] } = configuration;
  const names = file.headers.flatMap((header) => {
    const target = columnTarget(configuration, header, file);
    const isKept = !propertiesToRemove.includes(header);
    return [...(isKept ? [header] : []), ...(target === undefined ? [] : [target])];
  });
  return [...new Set(names)];
}
