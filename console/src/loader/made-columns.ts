import type { ColumnDefinition, LoaderProcessCreate } from "@weft/client";
import { tidy } from "./load-configuration.ts";

/** A column that the file does not have: a fixed value for every row, or a computed one. */
interface MadeColumn {
  readonly definition: ColumnDefinition;
  readonly place: MadePlace;
}

type MadePlace =
  | { readonly in: "federatedMappings"; readonly target: string }
  | { readonly in: "conditionalColumns"; readonly index: number };

/** Without columns that only copy another, which the column table shows, and without the type of all rows. */
export function madeColumns(configuration: LoaderProcessCreate, headers: readonly string[]): readonly MadeColumn[] {
  const { federatedMappings = {}, conditionalColumns = [] } = configuration;
  const literals = Object.entries(federatedMappings)
    .filter(([target, value]) => !headers.includes(value) && !headers.includes(target) && target !== "typePath")
    .map(([target, value]) => ({
      definition: { toProperty: target, default: value },
      place: { in: "federatedMappings", target } as const,
    }));
  const conditional = conditionalColumns
    .map((definition, index) => ({ definition, place: { in: "conditionalColumns", index } as const }))
    .filter(({ definition }) => !isPlainCopy(definition, headers) && !isTypeOfAll(definition));
  return [...literals, ...conditional];
}

export function addMadeColumn(configuration: LoaderProcessCreate, definition: ColumnDefinition): LoaderProcessCreate {
  return { ...configuration, conditionalColumns: [...(configuration.conditionalColumns ?? []), definition] };
}

export function replaceMadeColumn(
  configuration: LoaderProcessCreate,
  place: MadePlace,
  definition: ColumnDefinition,
): LoaderProcessCreate {
  if (place.in === "federatedMappings") {
    return addMadeColumn(removeMadeColumn(configuration, place), definition);
  }
  const conditionalColumns = [...(configuration.conditionalColumns ?? [])];
  conditionalColumns[place.index] = definition;
  return { ...configuration, conditionalColumns };
}

export function removeMadeColumn(configuration: LoaderProcessCreate, place: MadePlace): LoaderProcessCreate {
  const { federatedMappings = {}, conditionalColumns = [] } = configuration;
  if (place.in === "federatedMappings") {
    const kept = Object.entries(federatedMappings).filter(([target]) => target !== place.target);
    return tidy({ ...configuration, federatedMappings: Object.fromEntries(kept) });
  }
  return tidy({ ...configuration, conditionalColumns: conditionalColumns.filter((_, index) => index !== place.index) });
}

/** The type of every row, where only the configuration sets it. */
export function typePathOf(configuration: LoaderProcessCreate, headers: readonly string[]): string | undefined {
  const { federatedMappings = {}, conditionalColumns = [] } = configuration;
  const last = conditionalColumns.findLast(({ toProperty }) => toProperty === "typePath");
  if (last !== undefined) return isTypeOfAll(last) ? String(last.default) : undefined;
  const mapped = federatedMappings["typePath"];
  return mapped === undefined || headers.includes(mapped) || headers.includes("typePath") ? undefined : mapped;
}

/** Undefined leaves it to the loader, or to a column. */
export function setTypePath(
  configuration: LoaderProcessCreate,
  typePath: string | undefined,
  headers: readonly string[],
): LoaderProcessCreate {
  const { federatedMappings = {}, conditionalColumns = [] } = configuration;
  const mappings = Object.entries(federatedMappings).filter(
    ([target, value]) => target !== "typePath" || headers.includes(value),
  );
  const others = conditionalColumns.filter((definition) => !isTypeOfAll(definition));
  const first = typePath === undefined ? [] : [{ toProperty: "typePath", default: typePath }];
  return tidy({
    ...configuration,
    federatedMappings: Object.fromEntries(mappings),
    conditionalColumns: [...first, ...others],
  });
}

function isTypeOfAll({ toProperty, conditions, fromProperty, default: value }: ColumnDefinition): boolean {
  const isPlain = conditions === undefined && fromProperty === undefined;
  return toProperty === "typePath" && isPlain && typeof value === "string" && !value.includes("{");
}

function isPlainCopy({ fromProperty, conditions, default: fallback }: ColumnDefinition, headers: readonly string[]) {
  return (
    fromProperty !== undefined && headers.includes(fromProperty) && conditions === undefined && fallback === undefined
  );
}
