import type { JsonValue } from "../../platform/json-value.ts";
import type { CsvRow, PreparedRow } from "../row.ts";
import type { ConditionalColumns } from "./compile-columns.ts";
import type { ConvertOptions } from "./convert-options.ts";
import { compileFill } from "./fill-values.ts";
import type { RowErrors } from "./row-errors.ts";
import type { SourceColumns } from "./source-columns.ts";

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
export function bindSteps(steps: CompiledSteps) {
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
