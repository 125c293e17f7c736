import type { VirtualItem, Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useReducer, useRef } from "react";
import type { EntityRows } from "./entity-rows.ts";
import type { GridLayout } from "./use-grid-layout.ts";

/** About as many as a slow computer renders within a frame. */
const cellsPerFrame = 80;

/**
 * The rows to show in full: while the list scrolls quickly, only some of the new ones in each frame, those in sight first, and
 * the rest in the next frames. All at once they would hold up scrolling.
 */
export function usePacedRows(
  { rows, boxes }: Pick<GridLayout, "rows" | "boxes">,
  list: EntityRows,
  activeRow: number,
): ReadonlySet<number> {
  const [, showMore] = useReducer((count: number) => count + 1, 0);
  const shown = useRef<ReadonlySet<number>>(new Set());
  const loaded = rows.getVirtualItems().filter(({ index }) => list.lineAt(index) !== undefined);
  const added = loaded.filter(({ index }) => !shown.current.has(index));
  const rowsPerFrame = Math.max(3, Math.floor(cellsPerFrame / boxes.length));
  const isPaced = rows.isScrolling && added.length > rowsPerFrame;
  const late = new Set(isPaced ? inSightFirst(added, rows.range, activeRow).slice(rowsPerFrame) : []);
  const full = new Set(loaded.map(({ index }) => index).filter((index) => !late.has(index)));
  useLayoutEffect(() => {
    shown.current = full;
    if (!isPaced) return undefined;
    const frame = requestAnimationFrame(showMore);
    return () => cancelAnimationFrame(frame);
  });
  return full;
}

function inSightFirst(
  items: readonly VirtualItem[],
  range: Virtualizer<HTMLDivElement, Element>["range"],
  activeRow: number,
) {
  const { startIndex = 0, endIndex = 0 } = range ?? {};
  const rank = (index: number) => (index === activeRow ? 0 : index >= startIndex && index <= endIndex ? 1 : 2);
  return items.map(({ index }) => index).sort((one, other) => rank(one) - rank(other) || one - other);
}
