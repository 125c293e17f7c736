import type { AnyEntity } from "../any-entity.ts";
import type { Expansion } from "./expansion.ts";
import type { RowGroup } from "./row-group.ts";
import type { Family, RowEntry } from "./row-list.ts";
import type { SectionLine } from "./row-sections.ts";

/** A line of the grid. */
export type GridLine = RowLine | GroupLine;

export interface RowLine {
  readonly kind: "row";
  readonly row: AnyEntity;
  /** Of a style in a list that nests options. */
  readonly family: Family | undefined;
  /** The style of an option. */
  readonly style: AnyEntity | undefined;
  /** The position of an option among those below its style, and their number. */
  readonly place: number | undefined;
  readonly siblings: number | undefined;
  readonly isOpen: boolean;
  /** The group that it is listed in. */
  readonly groupKey: string | undefined;
}

export interface GroupLine {
  readonly kind: "group";
  readonly group: RowGroup;
  /** Exact once its rows are read. */
  readonly count: number;
  readonly isOpen: boolean;
}

interface Rows {
  readonly get: (id: string) => AnyEntity | undefined;
}

/** Makes the lines of the grid. A line that has not changed is the same object, so that it is not rendered again. */
export class LineMaker {
  readonly #rows: Rows;
  readonly #expansion: Expansion;
  readonly #made = new WeakMap<RowEntry, RowLine>();

  constructor(rows: Rows, expansion: Expansion) {
    this.#rows = rows;
    this.#expansion = expansion;
  }

  /** Undefined while the line is not loaded. */
  lineOf({ group, list, isHeader, entry }: SectionLine): GridLine | undefined {
    if (isHeader && group !== undefined) {
      return { kind: "group", group, count: list.total, isOpen: this.#expansion.isGroupOpen(group.key) };
    }
    return entry === undefined ? undefined : this.#rowLine(entry, group);
  }

  #rowLine(entry: RowEntry, group: RowGroup | undefined): RowLine | undefined {
    const row = this.#rows.get(entry.id);
    if (row === undefined) return undefined;
    const options = entry.style?.family?.options;
    const line: RowLine = {
      kind: "row",
      row,
      family: entry.family,
      style: entry.style === undefined ? undefined : this.#rows.get(entry.style.id),
      place: options?.indexOf(entry),
      siblings: options?.length,
      isOpen: this.#expansion.isOpen(entry),
      groupKey: group?.key,
    };
    const made = this.#made.get(entry);
    if (made !== undefined && isSameLine(made, line)) return made;
    this.#made.set(entry, line);
    return line;
  }
}

function isSameLine(one: RowLine, other: RowLine): boolean {
  return (
    one.row === other.row &&
    one.family === other.family &&
    one.style === other.style &&
    one.place === other.place &&
    one.siblings === other.siblings &&
    one.isOpen === other.isOpen
  );
}
