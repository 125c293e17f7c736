import { type PointerEvent, type RefObject, useRef, useState } from "react";
import type { ColumnSet } from "./use-column-set.ts";
import type { ColumnBox } from "./use-grid-layout.ts";

interface ColumnDrag {
  readonly field: string;
  /** The left edge of the column that it would be placed in front of, and that column; undefined for the end. */
  readonly at: number;
  readonly before: string | undefined;
}

/** A click moves the pointer a little. */
const clickMoveMax = 6;

/** Moves a column by dragging its heading. The menu of the heading and the keyboard do the same. */
export function useColumnDrag(
  { columns, place }: ColumnSet,
  boxes: readonly ColumnBox[],
  scroller: RefObject<HTMLDivElement | null>,
) {
  const pressed = useRef<{ readonly field: string; readonly x: number }>(undefined);
  const [drag, setDrag] = useState<ColumnDrag>();

  const targetAt = (clientX: number) => {
    const box = scroller.current;
    if (box === null) return undefined;
    const inBox = clientX - box.getBoundingClientRect().left;
    const target = boxes.findLast(({ index, left, width, isFixed }) => {
      const middle = left - (isFixed ? 0 : box.scrollLeft) + width / 2;
      return index > 0 && middle <= inBox;
    });
    const next = boxes.find(({ index }) => index === (target?.index ?? 0) + 1);
    const at = next?.left ?? (target === undefined ? 0 : target.left + target.width);
    return { at: at + (next?.isFixed === true ? box.scrollLeft : 0), before: columns[next?.index ?? -1]?.field };
  };
  const end = () => {
    pressed.current = undefined;
    setDrag(undefined);
  };
  return {
    drag,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        const field = fieldOf(event.target);
        const isMouse = event.button === 0 && event.pointerType === "mouse";
        if (isMouse && field !== undefined && field !== "name") pressed.current = { field, x: event.clientX };
      },
      onPointerMove: (event: PointerEvent) => {
        const start = pressed.current;
        if (start === undefined) return;
        if (drag === undefined && Math.abs(event.clientX - start.x) < clickMoveMax) return;
        // From here on the release is not a click on the heading, which would sort.
        event.currentTarget.setPointerCapture(event.pointerId);
        const target = targetAt(event.clientX);
        if (target !== undefined) setDrag({ field: start.field, ...target });
      },
      onPointerUp: () => {
        if (drag !== undefined && drag.before !== drag.field) place(drag.field, drag.before);
        end();
      },
      onPointerCancel: end,
    },
  };
}

/** The field of the heading that contains an element. The edge and the menu of a heading do not move it. */
function fieldOf(target: EventTarget): string | undefined {
  if (!(target instanceof Element) || target.closest("[data-still]") !== null) return undefined;
  return target.closest("th")?.getAttribute("data-field") ?? undefined;
}
