import type { Option } from "../cell-text.ts";
import type { GridColumn } from "../grid-column.ts";
import type { RowGroup } from "../row-group.ts";

/** The columns whose options can be the columns of a board: single choices that are in use. */
export function boardColumnsOf(columns: readonly GridColumn[]): readonly GridColumn[] {
  return columns.filter((column) => isChoice(column) && !column.property.isDisabled);
}

/** The choice of a board: the one with this name, also if it is disabled, else the first. */
export function boardColumnOf(columns: readonly GridColumn[], name: string | undefined): GridColumn | undefined {
  return columns.find((column) => column.field === name && isChoice(column)) ?? boardColumnsOf(columns)[0];
}

function isChoice({ source, property }: GridColumn): boolean {
  return source === "described" && property.propertyType === "choice" && property.optionSetId !== undefined;
}

/** A column of a board: an option, or the entities without a value. */
export interface BoardColumn {
  /** The value; empty for entities without one. */
  readonly key: string;
  readonly label: string;
  /** The position in the option set, which selects the color; -1 for a value that is not in it. */
  readonly place: number;
  readonly color: string | undefined;
  /** Whether cards can be moved here: a value that was removed from the option set cannot be set. */
  readonly isTarget: boolean;
}

export const noValue = "";

/** The column of a value. */
export function keyOf(value: unknown): string {
  return value === undefined || value === null ? noValue : String(value);
}

/** A group for each option, for values that are not options, and for entities without a value. */
export function boardGroupsOf(
  options: readonly Option[],
  counts: ReadonlyMap<string, number>,
  label: string,
): readonly RowGroup[] {
  const known = new Set(options.map(({ value }) => value));
  const unknown = [...counts.keys()].filter((key) => key !== noValue && !known.has(key)).toSorted();
  const named = [
    ...options.map(({ value, display }) => ({ key: value, label: display })),
    ...unknown.map((key) => ({ key, label: key })),
    { key: noValue, label: `No ${inSentence(label)}` },
  ];
  return named.map((group) => ({ ...group, count: counts.get(group.key) ?? 0 }));
}

/** Not of abbreviations. */
function inSentence(label: string): string {
  return /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

export function columnsOfGroups(groups: readonly RowGroup[], options: readonly Option[]): readonly BoardColumn[] {
  return groups.map(({ key, label }) => {
    const place = options.findIndex(({ value }) => value === key);
    return { key, label, place, color: options[place]?.color, isTarget: place >= 0 || key === noValue };
  });
}
