import { optionLookup } from "../../entity-types/kinds/option-lookup.ts";
import { splitList } from "../../entity-types/kinds/read-list.ts";
import type { ResolvedProperty } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { ColumnTable } from "./column-table.ts";
import type { LoadProperties } from "./load-properties.ts";

/** The values of the options that a cell names by display text; undefined if the cell is to be left unchanged. */
type ReadOptions = (text: string) => string | undefined;

interface OptionColumn {
  readonly slot: number;
  readonly read: ReadOptions;
  /** The index of its text in the file, if it comes from there. */
  readonly cell: number | undefined;
}

export type ConvertOptions = (values: JsonValue[], cells: readonly string[]) => void;

/**
 * Display texts of options become their values: the second half of step 4, and again in step 6 for results of step 5.
 */
function compileOptions(columns: readonly OptionColumn[]): ConvertOptions | undefined {
  if (columns.length === 0) return undefined;
  return (values, cells) => {
    for (const { slot, read, cell } of columns) {
      const text = textOf(values[slot], cell === undefined ? undefined : cells[cell]);
      const converted = text === undefined ? undefined : read(text);
      if (converted !== undefined) values[slot] = converted;
    }
  };
}

/** An option may be called True: its cell is then a boolean, but the file still has the text. */
function textOf(value: JsonValue, cell: string | undefined): string | undefined {
  if (typeof value === "boolean") return cell ?? String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Only if all types agree on the options. Otherwise drafting decides, which knows the type of the row. */
function readerOfOptions(definitions: readonly ResolvedProperty[]): ReadOptions | undefined {
  const [first] = definitions;
  if (first === undefined || !definitions.every((other) => isSameChoice(first, other))) return undefined;
  const { valueNamed } = optionLookup(first.options);
  switch (first.propertyType) {
    case "choice":
      return valueNamed;
    case "multi_select":
      return (text) => readList(text, valueNamed);
    default:
      return undefined;
  }
}

function isSameChoice(one: ResolvedProperty, other: ResolvedProperty): boolean {
  return one.propertyType === other.propertyType && one.optionSetId === other.optionSetId;
}

function readList(text: string, valueNamed: ReadOptions): string | undefined {
  const entries = splitList(text);
  const values = entries.map((entry) => valueNamed(entry) ?? entry);
  if (isSameList(values, entries)) return undefined;
  const converted = values.join(",");
  // A value with a comma would be split again. Drafting finds it by its display text.
  return isSameList(splitList(converted), values) ? converted : undefined;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}

/** A column with new values. */
type NewColumn = Pick<OptionColumn, "slot" | "cell">;

/**
 * Step 4, and again in step 6 for results of step 5: labels become slugs, and display texts of options their values.
 */
export function compileByType(
  table: ColumnTable,
  columns: readonly NewColumn[],
  { properties, fixedNames }: { readonly properties: LoadProperties; readonly fixedNames: ReadonlySet<string> },
): ConvertOptions | undefined {
  renameColumns(table, properties, fixedNames);
  const { names } = table;
  return compileOptions(
    columns.flatMap(({ slot, cell }) => {
      const read = optionsOf(names[slot] ?? "", properties);
      return read === undefined ? [] : [{ slot, cell, read }];
    }),
  );
}

/** If a column already has the slug, it wins, and the column with the label is unchanged. */
function renameColumns(table: ColumnTable, properties: LoadProperties, fixedNames: ReadonlySet<string>): void {
  for (const [slot, name] of table.names.entries()) {
    if (fixedNames.has(name)) continue;
    const meaning = properties.meaningOf(name);
    if (meaning.kind === "property" && table.slotOf(meaning.column) === undefined) {
      table.rename(slot, meaning.column);
    }
  }
}

function optionsOf(name: string, properties: LoadProperties): OptionColumn["read"] | undefined {
  const meaning = properties.meaningOf(name);
  const isNamed = meaning.kind === "property" && meaning.column === name;
  return isNamed ? readerOfOptions(meaning.definitions) : undefined;
}
