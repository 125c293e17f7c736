import { type RefObject, useEffect, useRef, useState } from "react";
import type { ColumnCards } from "./board-cards.ts";
import type { CardPlace } from "./move-focus.ts";

export type BoardFocus = ReturnType<typeof useBoardFocus>;

/** The card with the focus. It may have to scroll into the page first, and it may be moved. */
export function useBoardFocus(board: RefObject<HTMLElement | null>, cards: readonly ColumnCards[]) {
  const [active, setActive] = useState<CardPlace>({ column: 0, place: 0 });
  const wanted = useRef<CardPlace>(undefined);
  const followed = useRef<{ readonly id: string; readonly at: string }>(undefined);
  /** A card with the focus that is replaced when it is loaded. */
  const unread = useRef<CardPlace>(undefined);
  const scrollers = useRef(new Map<number, (place: number) => void>());
  const focusCard = (to: CardPlace) => {
    wanted.current = to;
    setActive(to);
    scrollers.current.get(to.column)?.(to.place);
  };
  useEffect(() => {
    const { current } = followed;
    const at = current === undefined ? undefined : placeOf(cards, current.id);
    if (current === undefined || at === undefined || nameOf(at) === current.at) return;
    followed.current = { id: current.id, at: nameOf(at) };
    if (isFree()) focusCard(at);
  });
  useEffect(() => {
    const { current } = unread;
    if (current === undefined || !isLoaded(cards, current) || document.activeElement !== document.body) return;
    unread.current = undefined;
    wanted.current = current;
  });
  useEffect(() => {
    if (wanted.current === undefined) return;
    const card = board.current?.querySelector<HTMLElement>(`[data-card="${nameOf(wanted.current)}"]`);
    if (card === null || card === undefined) return;
    wanted.current = undefined;
    card.focus({ preventScroll: true });
    card.closest("section")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  return {
    active,
    focusCard,
    /** The focus stays with the card when it moves to another column, and back. */
    follow: (id: string) => {
      const at = placeOf(cards, id);
      followed.current = { id, at: at === undefined ? "" : nameOf(at) };
    },
    onActive: (at: CardPlace) => {
      const { current } = followed;
      unread.current = isLoaded(cards, at) ? undefined : at;
      if (current !== undefined && cards[at.column]?.ids[at.place] !== current.id) followed.current = undefined;
      setActive((now) => (nameOf(now) === nameOf(at) ? now : at));
    },
    /** How to scroll a column to a card. */
    setScroller: (column: number, scroll: (place: number) => void) => {
      scrollers.current.set(column, scroll);
    },
  };
}

export function nameOf({ column, place }: CardPlace): string {
  return `${column}:${place}`;
}

function isLoaded(cards: readonly ColumnCards[], { column, place }: CardPlace): boolean {
  return cards[column]?.ids[place] !== undefined;
}

function placeOf(cards: readonly ColumnCards[], id: string): CardPlace | undefined {
  const column = cards.findIndex(({ ids }) => ids.includes(id));
  return column < 0 ? undefined : { column, place: cards[column]?.ids.indexOf(id) ?? 0 };
}

/** Not while a dialog has the focus. */
function isFree(): boolean {
  return document.activeElement?.closest('[role="dialog"]') === null;
}
