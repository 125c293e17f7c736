import type { ColumnDefinition, LoaderProcessCreate } from "@weft/client";
import { knownSlug, type PropertyCatalog } from "./property-catalog.ts";
import { tidy } from "./tidy-configuration.ts";

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
