import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { EntityRows } from "./entity-rows.ts";
import type { GridListing } from "./grid-calls.ts";
import { idsBetween, toggled } from "./select-rows.ts";

export interface RowSelection {
  readonly ids: ReadonlySet<string>;
  /** A row, or with isRange all from the previous one to this. */
  readonly toggle: (index: number, isRange: boolean) => void;
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
      const read = rows.state().rows;
      const row = read[index];
      if (row === undefined) return;
      const range = idsBetween(read, isRange ? anchor.current : index, index);
      anchor.current = index;
      setIds((now) => toggled(now, range, isRange || !now.has(row.id)));
    },
    [rows],
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
      setAll,
      clear,
      ofAll: (rowsRead) => (ids.size === 0 ? "none" : ids.size >= rowsRead ? "all" : "some"),
    }),
    [ids, toggle, setAll, clear],
  );
}
