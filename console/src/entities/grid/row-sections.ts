import type { AnyEntity } from "../any-entity.ts";
import type { Expansion } from "./expansion.ts";
import type { RowGroup } from "./row-group.ts";
import { type ReadPage, type RowEntry, RowList } from "./row-list.ts";

export interface SectionSource {
  readonly readPage: ReadPage;
  /** undefined for a list without groups. */
  readonly group?: RowGroup | undefined;
}

interface Section {
  readonly group: RowGroup | undefined;
  readonly list: RowList;
}

export interface RowsSource {
  readonly sections: readonly SectionSource[];
  /** Of all groups together: an entity may be in several. */
  readonly total?: number | undefined;
  /** The field whose values the groups are. */
  readonly groupedBy?: string | undefined;
  /** Whether styles are never open. */
  readonly isFolded?: boolean;
  /** Whether rows have their completeness. */
  readonly hasCompleteness?: boolean;
  /** All options of a style. */
  readonly readOptions?: ((styleId: string) => Promise<readonly AnyEntity[]>) | undefined;
}

/** What is on a line: the header of a group, a row, or a row that is not loaded. */
export interface SectionLine extends Section {
  readonly isHeader: boolean;
  readonly entry: RowEntry | undefined;
}

/** The lists of a grid below each other, one for each group, and which line has which row. */
export class RowSections {
  readonly #sections: readonly Section[];
  readonly #expansion: Expansion;
  /** The first line of each section. */
  #starts: readonly number[] = [];
  #lineCount = 0;

  constructor(sources: readonly SectionSource[], expansion: Expansion) {
    this.#sections = sources.map(({ group, readPage }) => ({ group, list: new RowList(readPage, group?.count) }));
    this.#expansion = expansion;
    this.layOut();
  }

  get lineCount(): number {
    return this.#lineCount;
  }

  /** The number of rows in all lists; a row may be in several. */
  get total(): number {
    return this.#sections.reduce((sum, { list }) => sum + list.total, 0);
  }

  /** The number of visible rows that are loaded. */
  get loadedCount(): number {
    return this.#sections.reduce((sum, section) => sum + (this.#isOpen(section) ? section.list.lines.length : 0), 0);
  }

  /** The number of loaded rows, without options below styles. */
  get readCount(): number {
    return this.#sections.reduce((sum, { list }) => sum + list.readCount, 0);
  }

  get lists(): readonly RowList[] {
    return this.#sections.map(({ list }) => list);
  }

  /** Determines the lines again, after rows have been loaded or removed, or something was opened or closed. */
  layOut(): void {
    const starts: number[] = [];
    let line = 0;
    for (const section of this.#sections) {
      starts.push(line);
      section.list.layOut((entry) => this.#expansion.isOpen(entry));
      line += headersOf(section) + (this.#isOpen(section) ? section.list.lineCount : 0);
    }
    this.#starts = starts;
    this.#lineCount = line;
  }

  lineAt(line: number): SectionLine | undefined {
    const at = this.#sectionAt(line);
    const section = this.#sections[at];
    if (section === undefined || line >= this.#lineCount) return undefined;
    const offset = line - (this.#starts[at] ?? 0) - headersOf(section);
    return { ...section, isHeader: offset < 0, entry: section.list.lines[offset] };
  }

  /** The first line with this row; -1 if it is not visible. */
  lineOf(id: string): number {
    for (const [at, section] of this.#sections.entries()) {
      const place = this.#isOpen(section) ? section.list.lines.findIndex((entry) => entry.id === id) : -1;
      if (place >= 0) return (this.#starts[at] ?? 0) + headersOf(section) + place;
    }
    return -1;
  }

  /** The visible rows that are loaded, in order. */
  rows(): RowEntry[] {
    return this.#sections.flatMap((section) => (this.#isOpen(section) ? [...section.list.lines] : []));
  }

  /** The list to read so that these lines are loaded, and how many of its rows are missing. */
  missingIn(first: number, last: number): { readonly list: RowList; readonly missing: number } | undefined {
    for (let at = this.#sectionAt(first); at < this.#sections.length; at += 1) {
      const section = this.#sections[at];
      const start = this.#starts[at] ?? 0;
      if (section === undefined || start > last) return undefined;
      const missing = last - start - headersOf(section) + 1 - section.list.lines.length;
      const isIncomplete = this.#isOpen(section) && !section.list.isComplete;
      if (isIncomplete && missing > 0) return { list: section.list, missing };
    }
    return undefined;
  }

  /** The list that is read first. */
  firstOpen(): RowList | undefined {
    return this.#sections.find((section) => this.#isOpen(section))?.list;
  }

  /** The rows of a style, which may be in several lists. */
  stylesOf(id: string): RowEntry[] {
    return this.#sections.flatMap(({ list }) => list.styleOf(id) ?? []);
  }

  #isOpen({ group }: Section): boolean {
    return group === undefined || this.#expansion.isGroupOpen(group.key);
  }

  /** The last section that starts at or before the line. */
  #sectionAt(line: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function headersOf({ group }: Section): number {
  return group === undefined ? 0 : 1;
}
