import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { afterEdit, type CellPlace, type EditEnd } from "./move-cell.ts";

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
  /** Scrolls a cell into view. */
  readonly reveal: (place: CellPlace) => void;
  /** Whether the row is loaded; the focus moves there from its placeholder. */
  readonly isThere: boolean;
}

/** The text in the editor of the active cell; typed is its first character. */
export interface Editing {
  readonly typed: string | undefined;
}

/** The focused cell: moves it, edits it, and shows messages at it. */
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

  // Without a dependency list: a loading row may be present after any render.
  useEffect(() => {
    if (!wantsFocus.current || editing !== undefined) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-place="${active.row}:${active.column}"]`);
    cell?.focus({ preventScroll: true });
    if (cell !== undefined && cell !== null && isThere) wantsFocus.current = false;
  });

  // A message at a cell is about the last attempt there.
  const onBlur = useCallback(() => setNote(undefined), []);
  return { editing, setEditing, note, setNote, go, endEditing, onBlur };
}
