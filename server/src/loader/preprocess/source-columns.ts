import type { LoadConfiguration } from "@weft/contract";
import type { IssueSink } from "../load-issue.ts";
import { didYouMean, NearestColumn, quoteName, warnOfColumn } from "./column-issue.ts";

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

/** A column before the first row is read: a cell of the file, or one text for every row. */
export interface SourceColumn {
  readonly name: string;
  readonly source: { readonly cell: number } | { readonly text: string };
}

const step = 2;
const shortLiteralMax = 4;

/** Step 2: the columns that federatedMappings adds, each a copy of a CSV column or a literal for every row. */
function mapColumns(
  headers: readonly string[],
  mappings: Readonly<Record<string, string>>,
  issues: IssueSink,
): readonly SourceColumn[] {
  const cells = new Map(headers.map((header, cell) => [header, cell]));
  const nearest = new NearestColumn(headers);
  const columns: SourceColumn[] = [];
  for (const [target, value] of Object.entries(mappings)) {
    const cell = cells.get(value);
    if (cells.has(target)) {
      warnOfColumnInFile(target, value, issues);
    } else if (cell === undefined) {
      warnOfNearMiss(target, value, { nearest, issues });
      columns.push({ name: target, source: { text: value } });
    } else {
      columns.push({ name: target, source: { cell } });
    }
  }
  return columns;
}

function warnOfColumnInFile(target: string, value: string, issues: IssueSink): void {
  // Mapping a column to itself has no effect and needs no warning.
  if (target === value) return;
  warnOfColumn(issues, {
    step,
    columnName: target,
    message: `The file has a column ${quoteName(target)}, so its mapping to ${quoteName(value)} is not used.`,
    suggestion: "Remove the mapping from federatedMappings, or rename the column in the file.",
  });
}

function warnOfNearMiss(
  target: string,
  value: string,
  { nearest, issues }: { readonly nearest: NearestColumn; readonly issues: IssueSink },
): void {
  const column = nearest.find(value);
  if (column === undefined || isLiteralMeant(target, value, column)) return;
  warnOfColumn(issues, {
    step,
    columnName: target,
    message: `There is no column ${quoteName(value)}, so ${quoteName(target)} gets this text in every row.`,
    suggestion: `If you mean the column ${quoteName(column)}, write exactly that name.`,
  });
}

/** "color" for optionGroup does not mean the column Color, and a short text is similar to too many names. */
function isLiteralMeant(target: string, value: string, column: string): boolean {
  if (target === "optionGroup") return true;
  return value.length <= shortLiteralMax && value.toLowerCase() !== column.toLowerCase();
}

/** Step 3: removes the columns of propertiesToRemove. */
function removeColumns(
  columns: readonly SourceColumn[],
  propertiesToRemove: readonly string[],
  issues: IssueSink,
): readonly SourceColumn[] {
  const known = new Set(columns.map(({ name }) => name));
  const removed = new Set(propertiesToRemove);
  const nearest = new NearestColumn([...known]);
  for (const name of removed) {
    if (known.has(name)) continue;
    warnOfColumn(issues, {
      step: 3,
      columnName: name,
      message: `There is no column ${quoteName(name)} to remove.`,
      suggestion: didYouMean(nearest.find(name)),
    });
  }
  return columns.filter(({ name }) => !removed.has(name));
}
