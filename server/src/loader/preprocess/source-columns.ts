import type { LoadConfiguration } from "@weft/contract";
import type { IssueSink } from "../load-issue.ts";
import { mapColumns } from "./map-columns.ts";
import { removeColumns } from "./remove-columns.ts";
import type { SourceColumn } from "./source-column.ts";

/** The columns after each of the first three steps. */
export interface SourceColumns {
  readonly read: readonly SourceColumn[];
  readonly mapped: readonly SourceColumn[];
  readonly kept: readonly SourceColumn[];
}

export function sourceColumns(
  headers: readonly string[],
  { federatedMappings = {}, propertiesToRemove = [] }: LoadConfiguration,
  issues: IssueSink,
): SourceColumns {
  const read = headers.map((name, cell) => ({ name, source: { cell } }));
  const mapped = [...read, ...mapColumns(headers, federatedMappings, issues)];
  return { read, mapped, kept: removeColumns(mapped, propertiesToRemove, issues) };
}
