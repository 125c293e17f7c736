import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { EntityRows } from "./entity-rows.ts";
import type { GridListing } from "./grid-calls.ts";

export interface RowSelection {
  readonly ids: ReadonlySet<string>;
  /** A row, or with isRange all from the previous one to this. */
  readonly toggle: (index: number, isRange: boolean) => void;
  /** These rows; none of them if all are selected. */
  readonly toggleIds: (ids: readonly string[]) => void;
  /** All rows of a range; none of them if all are selected. */
  readonly toggleRange: (from: number, to: number) => void;
  /** All loaded rows, or none. */
  readonly setAll: (isOn: boolean) => void;
  readonly clear: () => void;
  readonly ofAll: (rowsRead: number) => "none" | "some" | "all";
}

/** A selection belongs to one list. */
export function useRowSelection(rows: EntityRows, listing: GridListing): RowSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef(0);
  const toggle = useCallback(
    (index: number, isRange: boolean) => {
      const row = rows.rowAt(index);
      if (row === undefined) return;
      const range = idsBetween(rows, isRange ? anchor.current : index, index);
      anchor.current = index;
      setIds((now) => toggled(now, range, isRange || !now.has(row.id)));
    },
    [rows],
  );
  const toggleIds = useCallback(
    (range: readonly string[]) => setIds((now) => toggled(now, range, !range.every((id) => now.has(id)))),
    [],
  );
  const toggleRange = useCallback(
    (from: number, to: number) => {
      anchor.current = to;
      toggleIds(idsBetween(rows, from, to));
    },
    [rows, toggleIds],
  );
  const setAll = useCallback(
    (isOn: boolean) => setIds(new Set(isOn ? rows.state().rows.map(({ id }) => id) : [])),
    [rows],
  );
  const clear = useCallback(() => setIds(new Set()), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another list starts without a selection.
  useEffect(clear, [listing]);
  return useMemo(
    () => ({
      ids,
      toggle,
      toggleIds,
      toggleRange,
      setAll,
      clear,
      ofAll: (rowsRead) => (ids.size === 0 ? "none" : ids.size >= rowsRead ? "all" : "some"),
    }),
    [ids, toggle, toggleIds, toggleRange, setAll, clear],
  );
}

/** The loaded rows between two lines, in either order. */
function idsBetween(rows: EntityRows, one: number, other: number): string[] {
  return rows.rowsBetween(Math.min(one, other), Math.max(one, other)).map(({ id }) => id);
}

function toggled(selected: ReadonlySet<string>, ids: readonly string[], isOn: boolean): ReadonlySet<string> {
  const next = new Set(selected);
  for (const id of ids) {
    if (isOn) next.add(id);
    else next.delete(id);
  }
  return next;
}
