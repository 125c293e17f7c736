import type { Style } from "./make-collection.ts";

/** The styles that change later; no style is chosen twice. */
export interface ChosenStyles {
  readonly reduced: readonly Style[];
  readonly capsule: readonly Style[];
  readonly approved: readonly Style[];
  readonly dropped: Style;
}

export function chosenStyles(collection: readonly Style[]): ChosenStyles {
  const cold = collection.filter(({ seasons }) => seasons.length === 1 && seasons[0]?.key === "aw26");
  const warm = collection.filter(({ seasons }) => seasons.length === 1 && seasons[0]?.key === "ss27");
  const every = (styles: readonly Style[], step: number, first: number) =>
    styles.filter((_, index) => index % step === first);
  const dropped = warm[4];
  if (dropped === undefined) throw new RangeError("The collection is too small.");
  return {
    reduced: every(cold, 10, 1).slice(0, 12),
    capsule: every(cold, 10, 3).slice(0, 8),
    approved: every(warm, 30, 10).slice(0, 4),
    dropped,
  };
}
