import { optionLookup } from "../../entity-types/kinds/option-lookup.ts";
import { splitList } from "../../entity-types/kinds/split-list.ts";
import type { ResolvedProperty } from "../../entity-types/type-tree.ts";
import type { JsonValue } from "../../platform/json-value.ts";

/** The values of the options that a cell names by display text; undefined if the cell is to be left unchanged. */
type ReadOptions = (text: string) => string | undefined;

export interface OptionColumn {
  readonly slot: number;
  readonly read: ReadOptions;
  /** The index of its text in the file, if it comes from there. */
  readonly cell: number | undefined;
}

export type ConvertOptions = (values: JsonValue[], cells: readonly string[]) => void;

/**
 * Display texts of options become their values: the second half of step 4, and again in step 6 for results of step 5.
 */
export function compileOptions(columns: readonly OptionColumn[]): ConvertOptions | undefined {
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

/** Only if all types agree on the options. Otherwise the build stage decides, which knows the type of the row. */
export function readerOfOptions(definitions: readonly ResolvedProperty[]): ReadOptions | undefined {
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
  // A value with a comma would be split again. The build stage finds it by its display text.
  return isSameList(splitList(converted), values) ? converted : undefined;
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}
