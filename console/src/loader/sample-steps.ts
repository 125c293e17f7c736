import type { LoadSample } from "@weft/client";
import type { CsvPreview } from "./csv-preview.ts";

/** The rows after one step, and the changes of that step. */
export interface SampleStep {
  readonly name: string;
  readonly title: string;
  readonly help: string;
  readonly columns: readonly SampleColumn[];
  readonly rows: readonly SampleRow[];
  /** Columns that existed before it. */
  readonly removed: readonly string[];
  readonly changesCount: number;
}

interface SampleColumn {
  readonly name: string;
  readonly isNew: boolean;
  /** Its former name. */
  readonly formerName: string | undefined;
}

interface SampleRow {
  readonly rowNumber: number;
  readonly cells: readonly { readonly value: unknown; readonly isChanged: boolean }[];
}

const titles: Readonly<Record<string, readonly [string, string]>> = {
  read: ["Read", "The cells of the file."],
  booleans: ["Booleans", "true and false, in any case, become booleans."],
  federatedMappings: ["Mapped", "Columns are copied to their targets."],
  propertiesToRemove: ["Removed", "Skipped columns are removed."],
  byType: ["Typed", "Labels become property names, and option labels become their values."],
  conditionalColumns: ["Computed", "Fixed values and expressions fill their columns."],
  byTypeWithWarnings: ["Validated", "The rows are validated against the types."],
};

/** Each step compared with the previous one; the first is the file itself. */
export function sampleSteps(
  preview: Pick<CsvPreview, "headers" | "rows">,
  samples: readonly LoadSample[],
): readonly SampleStep[] {
  const count = samples[0]?.rows.length ?? 0;
  const read: LoadSample = {
    preprocessingStepName: "read",
    columns: [...preview.headers],
    rows: preview.rows.slice(0, count).map(({ number, cells }) => ({ rowNumber: number, values: [...cells] })),
  };
  return [read, ...samples].map((sample, index, all) => compare(all[index - 1], sample));
}

function compare(before: LoadSample | undefined, after: LoadSample): SampleStep {
  const { preprocessingStepName: name, columns, rows } = after;
  const [title, help] = titles[name] ?? [name, ""];
  const sources = columns.map((column, index) => sourceOf(before, after, column, index));
  const shownRows = rows.map(({ rowNumber, values }, rowIndex) => ({
    rowNumber,
    cells: values.map((value, index) => {
      const source = sources[index] ?? -1;
      const isChanged =
        before !== undefined && (source === -1 || !isSame(before.rows[rowIndex]?.values[source], value));
      return { value, isChanged };
    }),
  }));
  const shownColumns = columns.map((column, index) => {
    const source = sources[index] ?? -1;
    const former = before?.columns[source];
    return {
      name: column,
      isNew: before !== undefined && source === -1,
      formerName: former === column ? undefined : former,
    };
  });
  const removed = (before?.columns ?? []).filter((_, index) => !sources.includes(index));
  const changes = shownRows.flatMap(({ cells }) => cells).filter(({ isChanged }) => isChanged).length;
  const renamed = shownColumns.filter(({ formerName }) => formerName !== undefined).length;
  return {
    name,
    title,
    help,
    columns: shownColumns,
    rows: shownRows,
    removed: before === undefined ? [] : removed,
    changesCount: changes + renamed + (before === undefined ? 0 : removed.length),
  };
}

/** By name; a step that only renames keeps a column in place. */
function sourceOf(before: LoadSample | undefined, after: LoadSample, column: string, index: number): number {
  if (before === undefined) return index;
  const byName = before.columns.indexOf(column);
  if (byName !== -1) return byName;
  const former = before.columns[index];
  const isRenamed =
    former !== undefined && before.columns.length <= after.columns.length && !after.columns.includes(former);
  return isRenamed ? index : -1;
}

function isSame(before: unknown, after: unknown): boolean {
  return before === after || JSON.stringify(before ?? null) === JSON.stringify(after ?? null);
}
