import type { AnyEntity } from "../../any-entity.ts";
import type { RowList } from "../row-list.ts";
import { keyOf } from "./board-columns.ts";

/** The cards of a column. */
export interface ColumnCards {
  /** Those that are loaded, in order. What was moved here is first. */
  readonly ids: readonly string[];
  /** The number of cards that are not loaded. */
  readonly unread: number;
}

interface PlaceInput {
  /** Of the columns. */
  readonly keys: readonly string[];
  /** The list of each column. */
  readonly lists: readonly Pick<RowList, "lines" | "total" | "readCount">[];
  readonly rowOf: (id: string) => AnyEntity | undefined;
  readonly field: string;
}

/** Which cards each column shows. The value decides, so every edit, undo or refusal moves cards. */
export function placeCards({ keys, lists, rowOf, field }: PlaceInput): readonly ColumnCards[] {
  const own = lists.map(() => [] as string[]);
  const moved = new Map<string, Set<string>>(keys.map((key) => [key, new Set()]));
  for (const [place, { lines }] of lists.entries()) {
    for (const { id } of lines) {
      const row = rowOf(id);
      if (row === undefined) continue;
      const key = keyOf(row[field]);
      if (key === keys[place]) own[place]?.push(id);
      else moved.get(key)?.add(id);
    }
  }
  return lists.map(({ total, readCount }, place) => {
    const stayed = own[place] ?? [];
    // A list that is read after a move has the card already.
    for (const id of stayed) moved.get(keys[place] ?? "")?.delete(id);
    return { ids: [...(moved.get(keys[place] ?? "") ?? []), ...stayed], unread: Math.max(0, total - readCount) };
  });
}

/** What the service counted, and in which column each loaded card was then. */
export interface CountSnapshot {
  readonly counts: ReadonlyMap<string, number>;
  readonly placeOf: ReadonlyMap<string, string>;
}

interface CountInput {
  readonly keys: readonly string[];
  readonly snapshot: CountSnapshot;
  readonly lists: readonly Pick<RowList, "lines">[];
  readonly rowOf: (id: string) => AnyEntity | undefined;
  readonly field: string;
}

/** The number of cards of each column: as counted, with what was moved or deleted since. */
export function countCards({ keys, snapshot, lists, rowOf, field }: CountInput): ReadonlyMap<string, number> {
  const counts = new Map(snapshot.counts);
  const add = (key: string | undefined, change: number) => {
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + change);
  };
  const seen = new Set<string>();
  for (const [place, { lines }] of lists.entries()) {
    for (const { id } of lines) {
      const row = rowOf(id);
      if (row === undefined || seen.has(id)) continue;
      seen.add(id);
      const before = snapshot.placeOf.get(id) ?? keys[place];
      const now = keyOf(row[field]);
      if (before === now) continue;
      add(before, -1);
      add(now, 1);
    }
  }
  for (const [id, key] of snapshot.placeOf) {
    if (!seen.has(id)) add(key, -1);
  }
  return counts;
}
