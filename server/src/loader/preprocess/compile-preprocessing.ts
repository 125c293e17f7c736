import type { LoadConfiguration } from "@weft/contract";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { type IssueSink, LoadFailure } from "../load-issue.ts";
import type { CsvRow, PreparedRow } from "../row.ts";
import { bindSteps } from "./bind-steps.ts";
import { checkColumns } from "./check-columns.ts";
import { ColumnTable } from "./column-table.ts";
import { compileByType } from "./compile-by-type.ts";
import { type ConditionalColumns, compileColumns } from "./compile-columns.ts";
import { controlColumns } from "./control-columns.ts";
import { ExpressionBudget } from "./expression-budget.ts";
import type { ExpressionReading } from "./expression-compiler.ts";
import { LoadProperties } from "./load-properties.ts";
import { RowErrors } from "./row-errors.ts";
import type { SourceColumn } from "./source-column.ts";
import { type SourceColumns, sourceColumns } from "./source-columns.ts";

export interface Preprocessing {
  /** The columns after the last step, which index the values of prepared rows. */
  readonly columns: readonly string[];
  /** The six steps, with the columns after each. */
  readonly steps: readonly { readonly name: string; readonly columns: readonly string[] }[];
  /** How each conditional, value and default is parsed, in the order of the configuration. */
  readonly readings: readonly ExpressionReading[];
  /** Throws a LoadFailure if expressions fail on too many rows or take too long. */
  prepare(row: CsvRow): PreparedRow;
  /** The values after each of the six steps, for samples. Reports no issues. */
  trace(row: CsvRow): readonly (readonly JsonValue[])[];
  /** Call it after the last row: it reports the failed rows that were only counted. */
  finish(): void;
}

interface PreprocessingOptions {
  readonly configuration: LoadConfiguration;
  readonly headers: readonly string[];
  readonly types: TypeTree;
  readonly issues: IssueSink;
  /** The current time in expressions, in milliseconds. The same for every row. */
  readonly now: number;
  /** Measures the time of expressions, in milliseconds. */
  readonly clock?: () => number;
}

/** Compiles the six steps once for all rows. Throws a LoadFailure with all errors of the configuration. */
export function compilePreprocessing(options: PreprocessingOptions): Preprocessing {
  const { configuration, headers, types, issues } = options;
  const controls = controlColumns(configuration);
  const properties = new LoadProperties(types, configuration, headers);
  const byType = { properties, fixedNames: fixedNames(controls, options) };

  const sources = sourceColumns(headers, configuration, issues);
  const table = new ColumnTable(namesOf(sources.kept));
  const convertCells = compileByType(table, sources.kept.map(cellOf), byType);
  const columnsByType = table.names;
  const conditional = compileConditional(table, sources, options);
  const columnsWithMade = table.names;
  const made = [...conditional.written].map((slot) => ({ slot, cell: undefined }));
  const convertMade = compileByType(table, made, byType);
  const onlyCopied = onlyCopiedHeaders(options, conditional);
  const keptSlots = checkColumns(table, { properties, controls, onlyCopied, issues });

  const finalNames = table.names;
  const columns = keptSlots.map((slot) => finalNames[slot] ?? "");
  const errors = new RowErrors(issues);
  return {
    columns,
    steps: [
      { name: "booleans", columns: headers },
      { name: "federatedMappings", columns: namesOf(sources.mapped) },
      { name: "propertiesToRemove", columns: namesOf(sources.kept) },
      { name: "byType", columns: columnsByType },
      { name: "conditionalColumns", columns: columnsWithMade },
      { name: "byTypeWithWarnings", columns },
    ],
    readings: conditional.readings,
    ...bindSteps({ sources, convertCells, conditional, convertMade, width: table.size, keptSlots, errors }),
    finish: () => errors.reportRest(),
  };
}

/**
 * The load reads these columns by name. The split column is looked up in the file first, so there it may also be a
 * property with its slug.
 */
function fixedNames(controls: ReadonlySet<string>, { configuration, headers }: PreprocessingOptions) {
  const splitOn = configuration.assortmentSplit?.fieldToSplitOn;
  return new Set([...controls].filter((name) => !(name === splitOn && headers.includes(name))));
}

function compileConditional(
  table: ColumnTable,
  { mapped, kept }: SourceColumns,
  { configuration, issues, now, clock }: PreprocessingOptions,
): ConditionalColumns {
  const keptNames = new Set(namesOf(kept));
  const removed = new Set(namesOf(mapped).filter((name) => !keptNames.has(name)));
  const conditional = compileColumns(table, {
    definitions: configuration.conditionalColumns ?? [],
    removed,
    isStrict: configuration.strictColumns ?? false,
    issues,
    now,
    budget: new ExpressionBudget(clock),
  });
  if (conditional.errors.length > 0) {
    throw new LoadFailure(conditional.errors);
  }
  return conditional;
}

/** Headers that are only copied can be removed; their warning suggests that. */
function onlyCopiedHeaders({ configuration, headers }: PreprocessingOptions, { reads }: ConditionalColumns) {
  const copied = new Set(Object.values(configuration.federatedMappings ?? {}));
  return new Set(headers.filter((header) => copied.has(header) && !reads.has(header)));
}

function namesOf(columns: readonly SourceColumn[]): string[] {
  return columns.map(({ name }) => name);
}

function cellOf({ source }: SourceColumn, slot: number) {
  return { slot, cell: "cell" in source ? source.cell : undefined };
}
