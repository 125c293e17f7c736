import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { EditEnd } from "./cell-edit.ts";
import { afterEdit, type CellPlace } from "./move-cell.ts";

interface Extent {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

interface ActiveInput {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly extent: Extent;
  readonly active: CellPlace;
  readonly setActive: (place: CellPlace) => void;
  /** Brings a cell into sight. */
  readonly reveal: (place: CellPlace) => void;
  /** Whether the row has been read; the focus follows it from its placeholder. */
  readonly isThere: boolean;
}

/** What is being typed into the active cell; typed is what it began with. */
export interface Editing {
  readonly typed: string | undefined;
}

/** The one cell that has the focus: moving it, editing in it, saying something at it. */
export function useActiveCell({ scroller, extent, active, setActive, reveal, isThere }: ActiveInput) {
  const [editing, setEditing] = useState<Editing>();
  const [note, setNote] = useState<string>();
  const wantsFocus = useRef(false);

  const go = useCallback(
    (place: CellPlace) => {
      wantsFocus.current = true;
      setEditing(undefined);
      setNote(undefined);
      setActive(place);
      reveal(place);
    },
    [setActive, reveal],
  );
  const endEditing = useCallback(
    (by: EditEnd | "escape") => {
      setEditing(undefined);
      if (by === "blur") return;
      if (by !== "escape") {
        go(afterEdit(active, by, extent));
        return;
      }
      wantsFocus.current = true;
    },
    [active, extent, go],
  );

  // Without a list of what it depends on: a row that was on its way may be there after any drawing.
  useEffect(() => {
    if (!wantsFocus.current || editing !== undefined) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-place="${active.row}:${active.column}"]`);
    cell?.focus({ preventScroll: true });
    if (cell !== undefined && cell !== null && isThere) wantsFocus.current = false;
  });

  // What was said at a cell is about what somebody has just tried there.
  const onBlur = useCallback(() => setNote(undefined), []);
  return { editing, setEditing, note, setNote, go, endEditing, onBlur };
}
