import type { LoadConfiguration } from "@weft/contract";
import type { ColumnDefinition } from "./column-definition.ts";

/** The typePath of every row, if the configuration alone determines it; otherwise undefined. */
export function uniformTypePath(configuration: LoadConfiguration, headers: readonly string[]): string | undefined {
  const { conditionalColumns = [], propertiesToRemove = [], federatedMappings = {} } = configuration;
  const last = conditionalColumns.findLast(({ toProperty }) => toProperty === "typePath");
  if (last !== undefined) {
    return plainDefault(last);
  }
  if (headers.includes("typePath") || propertiesToRemove.includes("typePath")) {
    return undefined;
  }
  const mapped = new Map(Object.entries(federatedMappings)).get("typePath");
  return mapped === undefined || headers.includes(mapped) ? undefined : mapped;
}

function plainDefault(definition: ColumnDefinition): string | undefined {
  const { conditions, fromProperty, default: value } = definition;
  const isPlain = conditions === undefined && fromProperty === undefined;
  return isPlain && typeof value === "string" && !value.includes("{") ? value : undefined;
}
