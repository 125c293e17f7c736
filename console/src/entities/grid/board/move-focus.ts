/** A card on a board. */
export interface CardPlace {
  readonly column: number;
  readonly place: number;
}

const perPage = 5;

/** The card after a key; undefined for other keys. Columns without cards are skipped. */
export function moveFocus(key: string, from: CardPlace, counts: readonly number[]): CardPlace | undefined {
  switch (key) {
    case "ArrowDown":
      return within(from, from.place + 1, counts);
    case "ArrowUp":
      return within(from, from.place - 1, counts);
    case "PageDown":
      return within(from, from.place + perPage, counts);
    case "PageUp":
      return within(from, from.place - perPage, counts);
    case "Home":
      return within(from, 0, counts);
    case "End":
      return within(from, Number.POSITIVE_INFINITY, counts);
    case "ArrowRight":
      return beside(from, 1, counts);
    case "ArrowLeft":
      return beside(from, -1, counts);
    default:
      return undefined;
  }
}

function within({ column }: CardPlace, place: number, counts: readonly number[]): CardPlace {
  return { column, place: Math.max(0, Math.min((counts[column] ?? 0) - 1, place)) };
}

function beside(from: CardPlace, step: 1 | -1, counts: readonly number[]): CardPlace {
  let column = from.column + step;
  while (counts[column] === 0) column += step;
  return counts[column] === undefined ? from : within({ column, place: 0 }, from.place, counts);
}

interface Keys {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** What a key does with a card, beside moving the focus; undefined where it means something else. */
export function moveOfKey({ key, ctrlKey, metaKey, shiftKey, altKey }: Keys): "next" | "previous" | "menu" | undefined {
  const isControlled = ctrlKey || metaKey;
  if (isControlled && shiftKey && key === "ArrowRight") return "next";
  if (isControlled && shiftKey && key === "ArrowLeft") return "previous";
  return key.toLowerCase() === "m" && !isControlled && !altKey ? "menu" : undefined;
}
