import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { pointerOutsideOfPreview } from "@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
import { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";

/** A card that is being dragged. */
export interface Drag {
  readonly id: string;
  /** The column below the pointer, if it takes the card. */
  readonly over: string | undefined;
}

const cardName = "cardId";
const columnName = "columnKey";

function textIn(data: Readonly<Record<string | symbol, unknown>> | undefined, name: string): string | undefined {
  const value = data?.[name];
  return typeof value === "string" ? value : undefined;
}

interface BoardDragInput {
  readonly onStart: (id: string) => void;
  readonly onDrop: (id: string, key: string) => void;
}

/** The card that is being dragged, and where it is dropped. */
export function useBoardDrag(input: BoardDragInput): Drag | undefined {
  const [drag, setDrag] = useState<Drag>();
  const onStart = useEffectEvent(input.onStart);
  const onDrop = useEffectEvent(input.onDrop);
  useEffect(() => {
    return monitorForElements({
      canMonitor: ({ source }) => textIn(source.data, cardName) !== undefined,
      onDragStart: ({ source }) => {
        const id = textIn(source.data, cardName) ?? "";
        setDrag({ id, over: undefined });
        onStart(id);
      },
      onDropTargetChange: ({ location }) =>
        setDrag((now) => now && { ...now, over: textIn(location.current.dropTargets[0]?.data, columnName) }),
      onDrop: ({ source, location }) => {
        setDrag(undefined);
        const key = textIn(location.current.dropTargets[0]?.data, columnName);
        if (key !== undefined) onDrop(textIn(source.data, cardName) ?? "", key);
      },
    });
  }, []);
  return drag;
}

/** A column that takes cards. */
export function useColumnDrop(
  column: RefObject<HTMLElement | null>,
  { key, mayDrop }: { readonly key: string; readonly mayDrop: (id: string, key: string) => boolean },
): void {
  const canDrop = useEffectEvent((id: string) => mayDrop(id, key));
  useEffect(() => {
    if (column.current === null) return undefined;
    return dropTargetForElements({
      element: column.current,
      getData: () => ({ [columnName]: key }),
      canDrop: ({ source }) => canDrop(textIn(source.data, cardName) ?? ""),
      getDropEffect: () => "move",
    });
  }, [column, key]);
}

/** Scrolls at the ends while a card is dragged. */
export function useDragScroll(scroller: RefObject<HTMLElement | null>): void {
  useEffect(
    () => (scroller.current === null ? undefined : autoScrollForElements({ element: scroller.current })),
    [scroller],
  );
}

/** A card that can be dragged. Several are shown as their number. */
export function useCardDrag(
  card: RefObject<HTMLElement | null>,
  { id, labelOf, className }: { readonly id: string; readonly labelOf: () => string | undefined; className: string },
): void {
  const readLabel = useEffectEvent(labelOf);
  useEffect(() => {
    if (card.current === null) return undefined;
    return draggable({
      element: card.current,
      getInitialData: () => ({ [cardName]: id }),
      onGenerateDragPreview: ({ nativeSetDragImage }) => {
        const label = readLabel();
        if (label === undefined) return;
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: pointerOutsideOfPreview({ x: "12px", y: "12px" }),
          render: ({ container }) => {
            const preview = document.createElement("div");
            preview.className = className;
            preview.textContent = label;
            container.append(preview);
          },
        });
      },
    });
  }, [card, id, className]);
}
