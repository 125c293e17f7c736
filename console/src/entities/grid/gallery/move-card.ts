/** The card after a key, in a gallery with so many cards in a row; undefined for other keys. */
export function moveCard(key: string, from: number, { perRow, perPage, count }: GallerySize): number | undefined {
  const to = targetOf(key, from, { perRow, perPage, count });
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}

interface GallerySize {
  readonly perRow: number;
  /** Cards on one screen. */
  readonly perPage: number;
  readonly count: number;
}

function targetOf(key: string, from: number, { perRow, perPage, count }: GallerySize): number | undefined {
  switch (key) {
    case "ArrowRight":
      return from + 1;
    case "ArrowLeft":
      return from - 1;
    case "ArrowDown":
      // The last row may be shorter.
      return from + perRow < count || isInLastRow(from, perRow, count) ? stay(from, perRow, count) : count - 1;
    case "ArrowUp":
      return from < perRow ? from : from - perRow;
    case "PageDown":
      return from + perPage;
    case "PageUp":
      return from - perPage;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

function isInLastRow(from: number, perRow: number, count: number): boolean {
  return Math.floor(from / perRow) === Math.floor((count - 1) / perRow);
}

function stay(from: number, perRow: number, count: number): number {
  return from + perRow < count ? from + perRow : from;
}

/** As many cards as fit, about 200 pixels wide, and their exact width. */
export function cardsThatFit(width: number, gap: number): { readonly perRow: number; readonly cardWidth: number } {
  const perRow = Math.max(1, Math.floor((width + gap) / (cardWidthMin + gap)));
  return { perRow, cardWidth: Math.max(1, Math.floor((width - gap * (perRow - 1)) / perRow)) };
}

const cardWidthMin = 168;
