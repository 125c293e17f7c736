import type { LoadConfiguration } from "@weft/contract";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { LiteralMapping } from "../load.ts";
import { LoadFailedError } from "../load-errors.ts";
import type { IssueSink } from "../load-issue.ts";
import type { CsvRow, PreparedRow } from "../row.ts";
import { checkColumns } from "./check-columns.ts";
import { ColumnTable } from "./column-table.ts";
import { type ConditionalColumns, compileColumns } from "./compile-columns.ts";
import { type ConvertOptions, compileByType } from "./convert-options.ts";
import type { ExpressionReading } from "./expression-compiler.ts";
import { controlColumns, LoadProperties } from "./load-properties.ts";
import { ExpressionBudget, RowErrors } from "./row-errors.ts";
import { type SourceColumn, type SourceColumns, sourceColumns } from "./source-columns.ts";

export interface Preprocessing {
  /** The columns after the last step, which index the values of prepared rows. */
  readonly columns: readonly string[];
  /** The six steps, with the columns after each. */
  readonly steps: readonly { readonly name: string; readonly columns: readonly string[] }[];
  /** How each conditional, value and default is parsed, in the order of the configuration. */
  readonly readings: readonly ExpressionReading[];
  readonly literals: readonly LiteralMapping[];
  /** By column that no type of the load knows, what may be meant. */
  readonly hints: ReadonlyMap<string, string>;
  /** Throws a LoadFailedError if expressions fail on too many rows or take too long. */
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

/** Compiles the six steps once for all rows. Throws a LoadFailedError with all errors of the configuration. */
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
  const { keptSlots, hints } = checkColumns(table, { properties, controls, onlyCopied, issues });

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
    literals: sources.literals,
    hints,
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
  { mapped, kept, errors }: SourceColumns,
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
  const allErrors = [...errors, ...conditional.errors];
  if (allErrors.length > 0) {
    throw new LoadFailedError(allErrors);
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

/** The compiled steps; undefined for a step that has nothing to do. */
interface CompiledSteps {
  readonly sources: SourceColumns;
  readonly convertCells: ConvertOptions | undefined;
  readonly conditional: ConditionalColumns;
  readonly convertMade: ConvertOptions | undefined;
  /** The number of values of a row between the steps. */
  readonly width: number;
  /** The slots that are left at the end. */
  readonly keptSlots: readonly number[];
  readonly errors: RowErrors;
}

/** Combines the steps into the two ways in which a row is processed. */
function bindSteps(steps: CompiledSteps) {
  return { prepare: bindPrepare(steps), trace: bindTrace(steps) };
}

function bindPrepare(steps: CompiledSteps): (row: CsvRow) => PreparedRow {
  const { sources, convertCells, convertMade, width } = steps;
  const fill = compileFill(sources.kept, width - sources.kept.length);
  const compute = bindCompute(steps);
  const finish = bindFinish(steps);
  return (row) => {
    const { number, cells } = row;
    const values = fill(cells);
    convertCells?.(values, cells);
    compute?.(values, number);
    convertMade?.(values, cells);
    return { number, original: cells, values: finish(values) };
  };
}

function bindCompute({ conditional, errors }: CompiledSteps) {
  const { apply, canFail } = conditional;
  if (apply === undefined) return undefined;
  if (!canFail) return (values: JsonValue[]) => apply(values, errors.add);
  return (values: JsonValue[], rowNumber: number) => {
    errors.beginRow(rowNumber);
    apply(values, errors.add);
    errors.endRow();
  };
}

function bindTrace(steps: CompiledSteps): (row: CsvRow) => readonly (readonly JsonValue[])[] {
  const { sources, convertCells, conditional, convertMade, width } = steps;
  const fills = [sources.read, sources.mapped, sources.kept].map((columns) => compileFill(columns));
  const fillAll = compileFill(sources.kept, width - sources.kept.length);
  const finish = bindFinish(steps);
  return ({ cells }) => {
    const firstThree = fills.map((fill) => fill(cells));
    const values = fillAll(cells);
    convertCells?.(values, cells);
    const converted = values.slice(0, sources.kept.length);
    conditional.apply?.(values, ignoreError);
    const computed = [...values];
    convertMade?.(values, cells);
    return [...firstThree, converted, computed, finish(values)];
  };
}

/** Sampled rows are also prepared, and their errors are reported then. */
function ignoreError(): void {}

function bindFinish({ width, keptSlots }: CompiledSteps): (values: JsonValue[]) => readonly JsonValue[] {
  if (keptSlots.length === width) return (values) => values;
  return (values) => keptSlots.map((slot) => values[slot]);
}

/** Creates the list of a row's values, by slot. Its end is empty for columns that are computed later. */
type Fill = (cells: readonly string[]) => JsonValue[];

/** Steps 1 to 3 in one pass: removed columns are never filled. */
function compileFill(columns: readonly SourceColumn[], madeCount = 0): Fill {
  const cellOf = columns.map(({ source }) => ("cell" in source ? source.cell : -1));
  const textOf = columns.map(({ source }) => ("text" in source ? source.text : ""));
  return (cells) => {
    const values: JsonValue[] = [];
    for (let slot = 0; slot < cellOf.length; slot += 1) {
      const cell = cellOf[slot] ?? -1;
      values.push(cell < 0 ? textOf[slot] : readBooleanCell(cells[cell] ?? ""));
    }
    for (let made = 0; made < madeCount; made += 1) {
      values.push(undefined);
    }
    return values;
  };
}

const lowerT = 0x74;
const lowerF = 0x66;
const caseBit = 0x20;

/** Step 1: true and false, in any case, are booleans; any other cell stays text. */
function readBooleanCell(cell: string): string | boolean {
  // Runs for every cell of a load, so nearly all must return before a new string is allocated.
  if (cell.length !== 4 && cell.length !== 5) return cell;
  const first = cell.charCodeAt(0) | caseBit;
  if (first !== lowerT && first !== lowerF) return cell;
  const lowerCase = cell.toLowerCase();
  if (lowerCase === "true") return true;
  return lowerCase === "false" ? false : cell;
}
