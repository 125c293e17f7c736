import type { LoadConfiguration } from "@weft/contract";
import type { LiteralMapping } from "../load.ts";
import type { IssueSink, LoadIssue } from "../load-issue.ts";
import { didYouMean, errorInColumn, NearestColumn, quoteName, warnOfColumn } from "./column-issue.ts";

/** The columns after each of the first three steps. */
export interface SourceColumns {
  readonly read: readonly SourceColumn[];
  readonly mapped: readonly SourceColumn[];
  readonly kept: readonly SourceColumn[];
  readonly literals: readonly LiteralMapping[];
  /** The reasons why the configuration is refused. */
  readonly errors: readonly LoadIssue[];
}

export function sourceColumns(
  headers: readonly string[],
  { federatedMappings = {}, propertiesToRemove = [], strictColumns = false }: LoadConfiguration,
  issues: IssueSink,
): SourceColumns {
  const read = headers.map((name, cell) => ({ name, source: { cell } }));
  const { columns, literals, errors } = mapColumns(headers, {
    mappings: federatedMappings,
    isStrict: strictColumns,
    issues,
  });
  const mapped = [...read, ...columns];
  return { read, mapped, kept: removeColumns(mapped, propertiesToRemove, issues), literals, errors };
}

/** A column before the first row is read: a cell of the file, or one text for every row. */
export interface SourceColumn {
  readonly name: string;
  readonly source: { readonly cell: number } | { readonly text: string };
}

const step = 2;
const shortLiteralMax = 4;
// A text in every row of these makes all rows one entity, or gives all entities one name. The worst are first.
const keyTargets = ["itemFamilyFederatedId", "itemOptionFederatedId", "federatedId", "name", "optionName"];

interface MapOptions {
  readonly mappings: Readonly<Record<string, string>>;
  readonly isStrict: boolean;
  readonly issues: IssueSink;
}

/** Step 2: the columns that federatedMappings adds, each a copy of a CSV column or a literal for every row. */
function mapColumns(headers: readonly string[], { mappings, isStrict, issues }: MapOptions) {
  const cells = new Map(headers.map((header, cell) => [header, cell]));
  const nearest = new NearestColumn(headers);
  const columns: SourceColumn[] = [];
  const literals: LiteralMapping[] = [];
  for (const [target, value] of Object.entries(mappings)) {
    const cell = cells.get(value);
    if (cells.has(target)) {
      warnOfColumnInFile(target, value, issues);
    } else if (cell === undefined) {
      literals.push(literalMapping(target, value, nearest.find(value)));
      columns.push({ name: target, source: { text: value } });
    } else {
      columns.push({ name: target, source: { cell } });
    }
  }
  literals.sort((one, other) => rankOf(one) - rankOf(other));
  if (!isStrict) warnOfLiterals(literals, issues);
  return { columns, literals, errors: isStrict ? literals.map(refusedLiteral) : [] };
}

function literalMapping(target: string, text: string, closestColumn: string | undefined): LiteralMapping {
  const isKey = keyTargets.includes(target);
  return closestColumn === undefined ? { target, text, isKey } : { target, text, isKey, closestColumn };
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

function rankOf({ target, isKey }: LiteralMapping): number {
  return isKey ? keyTargets.indexOf(target) : keyTargets.length;
}

/** Every literal is in the report of the load. Those that are hardly meant are also warnings. */
function warnOfLiterals(literals: readonly LiteralMapping[], issues: IssueSink): void {
  for (const literal of literals.filter((one) => one.isKey || !isLiteralMeant(one))) {
    warnOfColumn(issues, {
      step,
      columnName: literal.target,
      message: `${quoteName(literal.text)} is not a column; ${effectOf(literal)}.`,
      suggestion: didYouMean(literal.closestColumn) ?? "Use the name of a column of the file.",
    });
  }
}

function effectOf({ target, text, isKey }: LiteralMapping): string {
  const effect = `every row gets the text ${quoteName(text)}`;
  return isKey ? `${effect} as its ${target}` : `${effect} in ${quoteName(target)}`;
}

/** "color" for optionGroup does not mean the column Color, and a short text is similar to too many names. */
function isLiteralMeant({ target, text, closestColumn }: LiteralMapping): boolean {
  if (closestColumn === undefined || target === "optionGroup") return true;
  return text.length <= shortLiteralMax && text.toLowerCase() !== closestColumn.toLowerCase();
}

function refusedLiteral({ target, text, closestColumn }: LiteralMapping): LoadIssue {
  const constant = `For a constant, add ${target} to conditionalColumns with a default.`;
  const meant = didYouMean(closestColumn);
  return errorInColumn({
    step,
    columnName: target,
    message: `federatedMappings.${target}: ${quoteName(text)} is not a column, and strictColumns requires one.`,
    suggestion: meant === undefined ? constant : `${meant} ${constant}`,
  });
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
