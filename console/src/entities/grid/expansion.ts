import type { RowGroup } from "./row-group.ts";
import type { RowEntry } from "./row-list.ts";

/** The first groups are open, as many as fill a window. */
const linesAtFirst = 40;

/** Which styles and groups are open. Kept when the list is read again. */
export class Expansion {
  #styles = new Map<string, boolean>();
  #groups = new Map<string, boolean>();
  #allStyles: boolean | undefined;
  #allGroups: boolean | undefined;
  #firstGroups: ReadonlySet<string> = new Set();
  readonly #isFolded: boolean;

  /** In a folded list, styles are never open. What was open in the list before stays open. */
  constructor(isFolded = false, before?: Expansion) {
    this.#isFolded = isFolded;
    if (before === undefined) return;
    this.#styles = before.#styles;
    this.#groups = before.#groups;
    this.#allStyles = before.#allStyles;
    this.#allGroups = before.#allGroups;
  }

  /** Opens the first groups of a list, unless the user has decided. */
  offer(groups: readonly RowGroup[]): void {
    const first = new Set<string>();
    let lines = 0;
    for (const { key, count } of groups) {
      if (lines >= linesAtFirst) break;
      first.add(key);
      lines += count + 1;
    }
    this.#firstGroups = first;
  }

  /** A style that does not match itself is listed for its options: they are visible. */
  isOpen({ id, family }: Pick<RowEntry, "id" | "family">): boolean {
    if (this.#isFolded || family === undefined || family.optionCount === 0) return false;
    return this.#styles.get(id) ?? this.#allStyles ?? !family.isMatch;
  }

  isGroupOpen(key: string): boolean {
    return this.#groups.get(key) ?? this.#allGroups ?? this.#firstGroups.has(key);
  }

  set(styleId: string, isOpen: boolean): void {
    this.#styles.set(styleId, isOpen);
  }

  setGroup(key: string, isOpen: boolean): void {
    this.#groups.set(key, isOpen);
  }

  setAll(what: "styles" | "groups", isOpen: boolean): void {
    if (what === "styles") {
      this.#styles.clear();
      this.#allStyles = isOpen;
    } else {
      this.#groups.clear();
      this.#allGroups = isOpen;
    }
  }
}
